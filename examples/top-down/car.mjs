import RAPIER from '@dimforge/rapier2d-compat';
import { anisotropic, coulomb } from '@stiction/friction-core';
import { installFloor } from '@stiction/top-down/rapier';
import { axis, createStage, fillBox, fillDisc, run, watchKeys } from './stage.mjs';

const [WIDTH, HEIGHT] = [90, 56];
const START = { x: 45, y: 9, angle: 0 };
const CAR = { width: 4.2, height: 1.8, mass: 1200 };
const LAKE = { x: 66, y: 30, radius: 9 };
/** Two half circles with straights between them. */
const TRACK = { left: 24, right: 66, y: 28, radius: 18, halfWidth: 6 };

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0 });
world.timestep = 1 / 60;

/** Distance from the middle of the track. */
function offTrack(x, y) {
  const dx = x - Math.min(Math.max(x, TRACK.left), TRACK.right);
  return Math.abs(Math.hypot(dx, y - TRACK.y) - TRACK.radius);
}
function materialAt(x, y) {
  if (Math.hypot(x - LAKE.x, y - LAKE.y) < LAKE.radius) return 'ice';
  return offTrack(x, y) < TRACK.halfWidth ? 'asphalt' : 'gravel';
}
const floor = installFloor(world, { default: coulomb({ mu: 0.6 }), materialAt });
// Tyres grip more along than across; the first material of a pair carries the direction.
floor.setPair('tyre', 'asphalt', anisotropic({ mu: [1.1, 0.95] }));
floor.setPair('tyre', 'gravel', anisotropic({ mu: [0.6, 0.5] }));
floor.setPair('tyre', 'ice', coulomb({ mu: 0.12 }));

for (const [x, y, w, h] of [
  [45, -1, 50, 1],
  [45, 57, 50, 1],
  [-1, 28, 1, 30],
  [91, 28, 1, 30],
]) {
  world.createCollider(RAPIER.ColliderDesc.cuboid(w, h).setTranslation(x, y).setFriction(0.2));
}
const car = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
world.createCollider(
  RAPIER.ColliderDesc.cuboid(CAR.width / 2, CAR.height / 2)
    .setMass(CAR.mass)
    .setFriction(0.2),
  car,
);
const tyres = floor.tyres(
  car,
  [
    [1.3, 0.75],
    [1.3, -0.75],
    [-1.3, 0.75],
    [-1.3, -0.75],
  ].map((position) => ({ position })),
  { centreHeight: 0.5 },
);
const [frontLeft, frontRight, ...rear] = tyres;
const cones = Array.from({ length: 12 }, (_, k) => {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
  world.createCollider(RAPIER.ColliderDesc.ball(0.4).setMass(4), body);
  return { body, x: 28 + 3.4 * k, y: k % 2 === 0 ? 44 : 48 };
});

function restart() {
  place(car, START.x, START.y, START.angle);
  for (const { body, x, y } of cones) place(body, x, y, 0);
  marks.length = 0;
}
function place(body, x, y, angle) {
  body.setTranslation({ x, y }, true);
  body.setRotation(angle, true);
  body.setLinvel({ x: 0, y: 0 }, true);
  body.setAngvel(0, true);
}

/** Skid marks: pairs of points, the oldest first. */
const marks = [];
const last = tyres.map(() => null);
function leaveMarks() {
  for (const [k, { x, y, skidding, slip, material }] of tyres.entries()) {
    const isMark = skidding && Math.hypot(...slip) > 1 && material !== 'ice';
    if (isMark && last[k]) marks.push([last[k].x, last[k].y, x, y]);
    last[k] = isMark ? { x, y } : null;
  }
  if (marks.length > 4000) marks.splice(0, 500);
}

let steer = 0;
/** Speed ahead [m/s]. */
function speedAhead() {
  const v = car.linvel();
  const angle = car.rotation();
  return v.x * Math.cos(angle) + v.y * Math.sin(angle);
}
function step(dt) {
  const ahead = axis(keys, ['ArrowUp', 'KeyW'], ['ArrowDown', 'KeyS']);
  const turn = axis(keys, ['ArrowLeft', 'KeyA'], ['ArrowRight', 'KeyD']);
  const speed = speedAhead();
  // Wheels turn at 2 rad/s, less far at high speed.
  const most = 0.6 / (1 + Math.abs(speed) / 15);
  const wanted = most * turn;
  steer += Math.max(-2 * dt, Math.min(2 * dt, wanted - steer));
  frontLeft.steer = frontRight.steer = steer;
  const brakes = ahead !== 0 && ahead * speed < -0.5;
  const force = brakes || Math.abs(speed) > 35 ? 0 : ahead * (ahead > 0 ? 3800 : 2500);
  for (const tyre of rear) {
    tyre.drive = force;
    tyre.brake = keys.has('Space') ? Number.POSITIVE_INFINITY : brakes ? 2500 : 0;
  }
  for (const tyre of [frontLeft, frontRight]) tyre.brake = brakes ? 3500 : 0;
  // A parked car holds its brakes.
  if (ahead === 0 && Math.abs(speed) < 0.5) for (const tyre of tyres) tyre.brake = 2000;
  world.step();
  leaveMarks();
}

const stage = createStage(document.getElementById('canvas'));
const output = document.querySelector('output');
function drawTrack(context, radius, colour) {
  const { left, right, y } = TRACK;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(left, y, radius, Math.PI / 2, 1.5 * Math.PI);
  context.arc(right, y, radius, -Math.PI / 2, Math.PI / 2);
  context.fill();
}
function draw() {
  stage.begin(WIDTH, HEIGHT);
  const { context } = stage;
  context.fillStyle = '#b9a67e';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawTrack(context, TRACK.radius + TRACK.halfWidth, '#565d66');
  drawTrack(context, TRACK.radius - TRACK.halfWidth, '#b9a67e');
  fillDisc(context, LAKE.x, LAKE.y, LAKE.radius, '#cfe8f5');
  context.strokeStyle = '#14181e99';
  context.lineWidth = 0.25;
  context.beginPath();
  for (const [x0, y0, x1, y1] of marks) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
  for (const { body } of cones) fillDisc(context, body.translation().x, body.translation().y, 0.45, '#e8622c');
  const at = { ...car.translation(), angle: car.rotation() };
  for (const [k, tyre] of tyres.entries()) {
    const wheel = { x: tyre.x, y: tyre.y, angle: at.angle + tyre.steer, width: 0.8, height: 0.35 };
    fillBox(context, tyre.load > 0 ? wheel : { ...wheel, ...at, angle: at.angle }, k < 2 ? '#111' : '#222');
  }
  fillBox(context, { ...at, ...CAR }, '#d0454c', () => {
    context.fillStyle = '#20262e';
    context.fillRect(-0.3, -0.75, 1.1, 1.5);
  });
  const skids = tyres.filter(({ skidding }) => skidding).length;
  output.textContent = `${Math.round(3.6 * Math.abs(speedAhead()))} km/h on ${tyres[0].material || 'asphalt'}${skids > 0 ? `, ${skids} tyres skid` : ''}`;
  // For tests: where the car is.
  Object.assign(output.dataset, { x: at.x, y: at.y, angle: at.angle, speed: speedAhead(), skids, marks: marks.length });
}

const keys = watchKeys((code) => {
  if (code === 'KeyR') restart();
});
restart();
run(step, draw);
