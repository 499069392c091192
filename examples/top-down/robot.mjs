import { coulomb, surfaceVelocity } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/matter';
import Matter from 'matter-js';
import { axis, createStage, fillBox, fillDisc, run, watchKeys } from './stage.mjs';

const { Bodies, Body, Composite, Engine } = Matter;
/** Pixels per metre: Matter.js is tuned for bodies of 20 to 200 px. */
const PX = 100;
const [WIDTH, HEIGHT] = [8, 5];
const BELT = { x: 3.4, y: 0, width: 0.9, height: HEIGHT };
const FIELD = { x: 6.2, y: 1.2, width: 1.6, height: 2.6 };
const BOXES = [
  { x: 2, y: 1.2, width: 0.6, height: 0.4, mass: 3 },
  { x: 2, y: 2.5, width: 0.4, height: 0.4, mass: 1 },
  { x: 2, y: 3.8, width: 0.3, height: 0.9, mass: 4 },
  { x: 5, y: 4.2, width: 0.5, height: 0.5, mass: 2 },
];
/** Wheels of the robot: distance from its centre [m], fastest speed [m/s], force per speed that is missing [N s/m]. */
const ROBOT = { radius: 0.28, mass: 12, track: 0.22, speed: 1.2, stiffness: 120, force: 45 };

const engine = Engine.create({ gravity: { x: 0, y: 0 } });
const inside = ({ x, y, width, height }, px, py) => px > x && px < x + width && py > y && py < y + height;
const floor = installFloor(engine, {
  default: coulomb({ mu: 0.4 }),
  lengthUnit: PX,
  materialAt: (x, y) => (inside(BELT, x, y) ? 'belt' : 'floor'),
});
floor.setMaterialLaw('belt', surfaceVelocity(coulomb({ mu: 0.5 }), [0, 0.35, 0]));
floor.setPair('tyre', 'floor', coulomb({ mu: 0.9 }));

// Matter.js has its y axis down on the screen; here it is only a name, and up.
const NO_AIR = { frictionAir: 0, friction: 0.2, frictionStatic: 0.3, restitution: 0 };
/** Sets mass and moment of inertia: those of Matter.js are four times too large. */
function add(body, mass, inertia) {
  Body.setMass(body, mass);
  Body.setInertia(body, inertia * PX * PX);
  Composite.add(engine.world, body);
  return body;
}
for (const [x, y, w, h] of [
  [4, -0.5, 10, 1],
  [4, 5.5, 10, 1],
  [-0.5, 2.5, 1, 7],
  [8.5, 2.5, 1, 7],
]) {
  Composite.add(engine.world, Bodies.rectangle(PX * x, PX * y, PX * w, PX * h, { isStatic: true, ...NO_AIR }));
}
const boxes = BOXES.map((box) => {
  const { width, height, mass } = box;
  const body = Bodies.rectangle(0, 0, PX * width, PX * height, { ...NO_AIR });
  return { ...box, body: add(body, mass, (mass * (width * width + height * height)) / 12) };
});
const { radius, track } = ROBOT;
const robot = add(Bodies.circle(0, 0, PX * radius, { ...NO_AIR }), ROBOT.mass, 0.5 * ROBOT.mass * radius * radius);
// Two wheels beside the centre, and a castor that only carries.
const [left, right] = floor.tyres(robot, [
  { position: [0, track] },
  { position: [0, -track] },
  { position: [-0.2, 0], law: coulomb({ mu: 0 }) },
]);

function place(body, x, y, angle = 0) {
  Body.setPosition(body, { x: PX * x, y: PX * y });
  Body.setAngle(body, angle);
  Body.setVelocity(body, { x: 0, y: 0 });
  Body.setAngularVelocity(body, 0);
}
function restart() {
  place(robot, 0.8, 2.5);
  for (const { body, x, y } of boxes) place(body, x, y);
}

/** Drives a wheel, whose speed over the floor is `speed`, as a motor that wants `wanted`. */
function motor(wheel, speed, wanted) {
  wheel.drive = Math.max(-ROBOT.force, Math.min(ROBOT.force, ROBOT.stiffness * (wanted - speed)));
  wheel.brake = wanted === 0 && Math.abs(speed) < 0.05 ? ROBOT.force : 0;
}
function step(dt) {
  const ahead = axis(keys, ['ArrowUp', 'KeyW'], ['ArrowDown', 'KeyS']);
  const turn = axis(keys, ['ArrowLeft', 'KeyA'], ['ArrowRight', 'KeyD']);
  const v = Body.getVelocity(robot); // px per 1/60 s
  const along = ((v.x * Math.cos(robot.angle) + v.y * Math.sin(robot.angle)) * 60) / PX;
  const spin = Body.getAngularVelocity(robot) * 60;
  motor(left, along - track * spin, ROBOT.speed * (ahead - 0.5 * turn));
  motor(right, along + track * spin, ROBOT.speed * (ahead + 0.5 * turn));
  Engine.update(engine, 1000 * dt);
}

const stage = createStage(document.getElementById('canvas'));
const output = document.querySelector('output');
const poseOf = ({ position, angle }) => ({ x: position.x / PX, y: position.y / PX, angle });
function draw() {
  stage.begin(WIDTH, HEIGHT);
  const { context } = stage;
  context.fillStyle = '#d9dee4';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#9ed8a5';
  context.fillRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height);
  context.fillStyle = '#4b5560';
  context.fillRect(BELT.x, BELT.y, BELT.width, BELT.height);
  context.fillStyle = '#6d7884';
  const shift = (0.35 * engine.timing.timestamp) / 1000;
  for (let y = (shift % 0.5) - 0.5; y < HEIGHT; y += 0.5) context.fillRect(BELT.x, Math.max(y, 0), BELT.width, 0.08);
  for (const { body, ...box } of boxes) fillBox(context, { ...box, ...poseOf(body) }, '#b07a3f');
  const at = poseOf(robot);
  for (const { x, y } of [left, right]) fillBox(context, { x, y, angle: at.angle, width: 0.2, height: 0.07 }, '#111');
  fillDisc(context, at.x, at.y, radius, '#2b62c4cc');
  fillDisc(context, at.x + 0.7 * radius * Math.cos(at.angle), at.y + 0.7 * radius * Math.sin(at.angle), 0.05, '#fff');
  const done = boxes.filter(({ body }) => inside(FIELD, body.position.x / PX, body.position.y / PX)).length;
  output.textContent = `${done} of ${boxes.length} boxes${done === boxes.length ? ': done!' : ''}`;
  // For tests: where the robot and the second box are.
  const box = poseOf(boxes[1].body);
  Object.assign(output.dataset, { ...at, boxX: box.x, boxY: box.y, done });
}

const keys = watchKeys((code) => {
  if (code === 'KeyR') restart();
});
restart();
run(step, draw);
