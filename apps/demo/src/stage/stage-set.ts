import type { BodySpec } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/show';
import * as THREE from 'three';
import type { Run } from '../run.js';
import { type PerSide, SIDES, type Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { type BodyMeshes, createBodyMeshes } from './body-meshes.js';
import { createFloor } from './floor.js';
import { createGhost } from './ghost.js';
import { createTextures, type Textures } from './normal-texture.js';
import { createOverlay, type Overlay } from './overlay.js';
import { createProps } from './props.js';

/** What is drawn of a run: floors and props that both halves share, and the bodies of each. */
export interface StageSet {
  readonly group: THREE.Group;
  /** Puts everything where it is now. */
  place(run: Run, forces: boolean, selected: string | null): void;
  /** Leaves one side to see. */
  show(side: Side): void;
  /** How far the body that the view follows has gone, in the drawing. */
  followed(side: Side, run: Run, out: THREE.Vector3): void;
  pick(side: Side, raycaster: THREE.Raycaster): string | undefined;
  dispose(): void;
}

/** Floors are seen this many times as far as the eye is away, farther where the view moves along. */
const FLOOR_REACH = 3;
const FOLLOWED_REACH = 25;
/** A floor that stands for the ground of a scene without one is this share of the distance of the eye below. */
const BELOW = 0.22;

export function createSet(run: Run, theme: Theme): StageSet {
  const { show, values, plays } = run;
  const { bodies } = plays.stock.scene;
  const looks = show.looks?.(values) ?? {};
  const group = new THREE.Group();
  if (show.turn) group.quaternion.set(...show.turn(values));
  const used: { dispose(): void }[] = [];
  const keep = <T extends { dispose(): void }>(thing: T): T => {
    used.push(thing);
    return thing;
  };

  const textures = keep(createTextures());
  const meshes = {} as PerSide<BodyMeshes>;
  const overlays = {} as PerSide<Overlay>;
  for (const side of SIDES) {
    const colours = { dynamic: theme[side], fixed: theme.ramp, kinematic: theme.carrier };
    meshes[side] = keep(createBodyMeshes(bodies, looks, (kind) => colours[kind], textures));
    overlays[side] = keep(createOverlay(plays[side].world, plays[side].scene, theme, Math.hypot(...show.view.eye)));
    group.add(meshes[side].group, overlays[side].group);
  }
  const props = keep(createProps(show.props?.(values) ?? [], theme, textures));
  group.add(props.group);
  for (const mesh of createFloors(run, theme, looks, textures, keep)) group.add(mesh);
  const ghost = createGhost(show, values, bodies, theme);
  if (ghost) group.add(keep(ghost).group);

  const poses = new Float32Array(7 * bodies.length);
  const followed = show.view.follow ? bodies.findIndex(({ name }) => name === show.view.follow) : -1;
  const ways = { stock: new THREE.Vector3(), stiction: new THREE.Vector3() };

  return {
    group,
    place(now, forces, selected) {
      for (const side of SIDES) {
        now.poses[side].read(now.share, poses);
        meshes[side].place(poses);
        overlays[side].update(forces, selected);
        if (followed >= 0 && !Number.isNaN(poses[7 * followed])) {
          const start = bodies[followed].position;
          ways[side].fromArray(poses, 7 * followed).sub(new THREE.Vector3(...start));
        }
      }
      ghost?.place(Math.max(0, now.time - (1 - now.share) * now.dt));
    },
    show(side) {
      for (const other of SIDES) {
        meshes[other].group.visible = other === side;
        overlays[other].group.visible = other === side;
      }
    },
    followed(side, _run, out) {
      out.copy(ways[side]).applyQuaternion(group.quaternion);
    },
    pick(side, raycaster) {
      const [hit] = raycaster.intersectObject(meshes[side].group, true);
      const body = hit && meshes[side].bodyOf(hit.object, hit.instanceId ?? 0);
      return body === undefined ? undefined : bodies[body].name;
    },
    dispose() {
      for (const thing of used) thing.dispose();
    },
  };
}

/** One floor per ground, else a level one below all. */
function createFloors(
  { show, plays, values }: Run,
  theme: Theme,
  looks: Readonly<Record<string, Look>>,
  textures: Textures,
  keep: <T extends { dispose(): void }>(thing: T) => T,
): THREE.Object3D[] {
  const target = new THREE.Vector3(...show.view.target);
  const distance = Math.hypot(...show.view.eye);
  const reach = distance * (show.view.follow ? FOLLOWED_REACH : FLOOR_REACH);
  const grounds = plays.stock.scene.bodies.filter(({ name, shape }) => shape.kind === 'ground' && !looks[name]?.hidden);
  const floors = grounds.map((spec) => placeFloor(spec, looks[spec.name]));
  if (grounds.length === 0) floors.push(levelFloor());
  return floors;

  function placeFloor({ position, rotation = [0, 0, 0, 1] }: BodySpec, look: Look | undefined): THREE.Object3D {
    const holder = new THREE.Group();
    holder.position.set(...position);
    holder.quaternion.set(...rotation);
    holder.updateMatrixWorld();
    const centre = holder.worldToLocal(target.clone());
    holder.add(keep(createFloor(theme, { centre, reach, distance }, textures, look)).mesh);
    return holder;
  }

  /** Under the foot of what is drawn where the drawing is turned, else well below all that could move. */
  function levelFloor(): THREE.Object3D {
    const holder = new THREE.Group();
    const turn = new THREE.Quaternion(...(show.turn?.(values) ?? [0, 0, 0, 1]));
    const props = createProps(show.props?.(values) ?? [], theme, textures);
    props.group.quaternion.copy(turn);
    const foot = new THREE.Box3().setFromObject(props.group, true).min.z;
    props.dispose();
    const lowest = Math.min(...plays.stock.scene.bodies.map(({ position }) => position[2]));
    const height = show.turn && Number.isFinite(foot) ? foot : lowest - BELOW * distance;
    const back = turn.clone().invert();
    holder.quaternion.copy(back);
    holder.position.set(0, 0, height).applyQuaternion(back);
    holder.add(keep(createFloor(theme, { centre: target, reach, distance }, textures)).mesh);
    return holder;
  }
}
