import { installFriction } from '@stiction/cannon-adapter';
import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const world = new World({ gravity: new Vec3(0, 0, -9.81) });
const floor = new Body({ shape: new Plane() });
world.addBody(floor);
const luggage = new Body({ mass: 12, shape: new Box(new Vec3(0.16, 0.11, 0.06)), position: new Vec3(0, -1, 0.06) });
luggage.material = new Material('luggage');
world.addBody(luggage);

// A belt with a straight section, x < 0.8 m, and a curve of 1 m about the point (0.8, 0). Its speed in the middle is 1.4 m/s.
const friction = installFriction(world, { default: coulomb({ mu: 0.5 }) });
const grip = coulomb({ mu: 0.24 /* mu */ });
friction.setPair('straight', 'luggage', surfaceVelocity(grip, { linear: [1.4, 0, 0] }));
friction.setPair('curve', 'luggage', surfaceVelocity(grip, { angular: [0, 0, 1.4], centre: [0.8, 0, 0] }));
friction.setSurface(floor.shapes[0], ({ point }) => (point[0] < 0.8 ? 'straight' : 'curve'));
for (let k = 0; k < 150; k++) world.step(1 / 60);
console.log(Math.hypot(luggage.position.x - 0.8, luggage.position.y)); // about 1 m: it follows the curve up to v = √(μ g R)
