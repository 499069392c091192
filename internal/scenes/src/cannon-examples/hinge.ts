import { coulomb } from '@stiction/friction-core';
import * as CANNON from 'cannon-es';
import { addShape, box, createExampleWorld, type Example } from './example.js';

export interface Hinge extends Example {
  door: CANNON.Body;
  rotor: CANNON.Body;
  motor: CANNON.HingeConstraint;
  speed: number;
}

const MOTOR_SPEED = 4;

/** A door that swings shut under gravity about an inclined axis, and a rotor driven by a hinge motor. */
export function buildHinge(): Hinge {
  const world = createExampleWorld(0.3);
  const post = addShape(world, box(0.2, 0.2, 3), { mass: 0, at: [-2, 0, 1.6] });
  const door = addShape(world, box(1.4, 0.1, 2), { mass: 5, at: [-1.1, 0, 1.6] });
  // Inclined, so that the door has a lowest position.
  const axis = new CANNON.Vec3(0, 0.5, 1).unit();
  world.addConstraint(
    new CANNON.HingeConstraint(post, door, {
      pivotA: new CANNON.Vec3(0.15, 0, 0),
      pivotB: new CANNON.Vec3(-0.75, 0, 0),
      axisA: axis,
      axisB: axis,
      collideConnected: false,
    }),
  );
  const base = addShape(world, box(0.3, 0.3, 2), { mass: 0, at: [1.5, 0, 1] });
  const rotor = addShape(world, box(1.6, 0.15, 0.3), { mass: 2, at: [1.5, -0.3, 2] });
  const motor = new CANNON.HingeConstraint(base, rotor, {
    pivotA: new CANNON.Vec3(0, -0.3, 1),
    pivotB: new CANNON.Vec3(),
    axisA: new CANNON.Vec3(0, 1, 0),
    axisB: new CANNON.Vec3(0, 1, 0),
    collideConnected: false,
  });
  world.addConstraint(motor);
  motor.enableMotor();
  motor.setMotorSpeed(MOTOR_SPEED);
  const view = { target: [-0.4, 0, 1.6], distance: 11 } satisfies Example['view'];
  return { world, law: coulomb({ mu: 0.3 }), door, rotor, motor, speed: MOTOR_SPEED, seconds: 5, view };
}
