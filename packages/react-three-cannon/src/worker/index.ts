import { receive } from 'cannon-worker:index';
import { state } from 'cannon-worker:state';
import { type CannonFriction, type CannonFrictionOptions, installFriction } from '@stiction/cannon-adapter';
import type { Material, World } from 'cannon-es';

/** The worker's global scope; library sources see neither Node nor the DOM. */
declare const self: { onmessage: ((event: { data: { op: string } }) => void) | null };

/**
 * Runs the physics of `<Physics>` in this worker, with friction. Call it once, in the module that the plugin `frictionWorker` names. `onStart` gets
 * the handle and the world before the first step: set laws there. Names of materials are those of the components (`material: 'ice'`).
 */
export function startPhysics(
  options: CannonFrictionOptions,
  onStart?: (friction: CannonFriction, world: World) => void,
): void {
  self.onmessage = (event) => {
    receive(event);
    if (MAKES_MATERIALS.includes(event.data.op)) nameMaterials(state.materials);
    if (event.data.op !== 'init') return;
    const friction = installFriction(state.world, options); // `init` sets the solver of the world, so friction comes after it
    onStart?.(friction, state.world);
  };
}

const MAKES_MATERIALS = ['addBodies', 'addContactMaterial', 'setMaterial'];

/** The worker keeps the names of materials in a table of its own. Those that it has made up are symbols. */
function nameMaterials(materials: Record<string, Material>): void {
  for (const name of Object.keys(materials)) materials[name].name = name;
}
