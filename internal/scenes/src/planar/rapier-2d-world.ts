import type RAPIER from '@dimforge/rapier2d-compat';
import type { RigidBody } from '@dimforge/rapier2d-compat';
import { installFloor } from '@stiction/top-down/rapier';
import type { BuildWorld } from '../load-engine.js';
import type { BodySpec } from '../scene.js';
import { angleOf, type PlanarBody, type PlanarEngine, planarBuilder } from './planar-world.js';

/** Takes the engine's module, after its `init()` has been awaited. */
export function rapier2dBuilder(rapier: typeof RAPIER): BuildWorld {
  return planarBuilder((_scene, effort): PlanarEngine => {
    const world = new rapier.World({ x: 0, y: 0 });
    world.numSolverIterations *= effort;
    const pushed = new Set<RigidBody>();
    return {
      name: 'rapier2d',
      add(spec, shape, [linear, angular]) {
        const desc = describe(rapier, spec).setLinearDamping(linear).setAngularDamping(angular).setCanSleep(false);
        desc.setTranslation(spec.position[0], spec.position[1]).setRotation(angleOf(spec.rotation));
        desc.setLinvel(spec.velocity?.[0] ?? 0, spec.velocity?.[1] ?? 0).setAngvel(spec.angularVelocity?.[2] ?? 0);
        if (spec.inertia) desc.setAdditionalMassProperties(spec.mass ?? 0, { x: 0, y: 0 }, spec.inertia[2]);
        const body = world.createRigidBody(desc.setCcdEnabled(true));
        const collider =
          shape.kind === 'circle'
            ? rapier.ColliderDesc.ball(shape.radius)
            : rapier.ColliderDesc.cuboid(shape.halfWidth, shape.halfHeight);
        collider.setFriction(0.1).setRestitution(spec.bounce ?? 0);
        collider.setRestitutionCombineRule(rapier.CoefficientCombineRule.Max);
        world.createCollider(collider.setMass(spec.inertia ? 0 : (spec.mass ?? 1)), body);
        return wrap(body);
      },
      installFloor: (options) => installFloor(world, options) as ReturnType<PlanarEngine['installFloor']>,
      step(dt) {
        world.timestep = dt;
        world.step();
        for (const body of pushed) {
          if (!body.isValid()) continue;
          body.resetForces(false);
          body.resetTorques(false);
        }
        pushed.clear();
      },
      dispose: () => world.free(),
    };

    function wrap(body: RigidBody): PlanarBody {
      return {
        handle: body,
        position: () => body.translation(),
        angle: () => body.rotation(),
        velocity: () => body.linvel(),
        spin: () => body.angvel(),
        setVelocity: (x, y) => body.setLinvel({ x, y }, true),
        setSpin: (spin) => body.setAngvel(spin, true),
        push(x, y, torque) {
          body.addForce({ x, y }, true);
          body.addTorque(torque, true);
          pushed.add(body);
        },
        remove: () => world.removeRigidBody(body),
      };
    }
  });
}

function describe(rapier: typeof RAPIER, { kind }: BodySpec) {
  if (kind === 'dynamic') return rapier.RigidBodyDesc.dynamic();
  return kind === 'fixed' ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.kinematicVelocityBased();
}
