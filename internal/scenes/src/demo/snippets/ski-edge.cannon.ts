import { installFriction } from '@stiction/cannon-adapter';
import { anisotropic, coulomb } from '@stiction/friction-core';
import { Body, Box, Material, Plane, Vec3, World } from 'cannon-es';

const slope = (15 /* slope */ * Math.PI) / 180;
const world = new World({ gravity: new Vec3(9.81 * Math.sin(slope), 0, -9.81 * Math.cos(slope)) });
world.addBody(new Body({ mass: 0, shape: new Plane(), material: new Material('snow') }));
const ski = new Body({ mass: 5, shape: new Box(new Vec3(0.85, 0.05, 0.02)), position: new Vec3(0, 0, 0.02) });
ski.material = new Material('runner');
ski.quaternion.setFromEuler(0, 0, (55 /* heading */ * Math.PI) / 180); // points 55° away from the fall line
ski.linearDamping = 0;
world.addBody(ski);

const friction = installFriction(world, { default: coulomb({ mu: 0.4 /* edge */ }) });
friction.setPair('runner', 'snow', anisotropic({ mu: [0.1 /* glide */, 0.4 /* edge */] })); // along the x of the runner, and across
for (let k = 0; k < 180; k++) world.step(1 / 60);
console.log((Math.atan2(ski.position.y, ski.position.x) * 180) / Math.PI); // 46.3°: it skids on its edge
