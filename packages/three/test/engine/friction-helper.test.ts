import RAPIER from '@dimforge/rapier3d-compat';
import { installFriction } from '@stiction/cannon-adapter';
import { anisotropic, coulomb } from '@stiction/friction-core';
import { installFriction as installRapierFriction } from '@stiction/rapier-adapter';
import { Body, Box, Plane, Vec3, World } from 'cannon-es';
import { Color, type LineSegments, type Mesh, type Object3D } from 'three';
import { describe, expect, test } from 'vitest';
import { FrictionHelper } from '../../src/index.js';

const G = 9.81;
const MU = 0.5;
const RED = '#ff0000';
const GREEN = '#00ff00';
const BLUE = '#0000ff';
const COLORS = { normal: BLUE, sticking: GREEN, sliding: RED };

/** Boxes of 2 kg side by side on a floor, z up; the first slides along x. */
function createScene(count = 1, law = coulomb({ mu: MU })) {
  const world = new World({ gravity: new Vec3(0, 0, -G) });
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const friction = installFriction(world, { default: law });
  const boxes = Array.from({ length: count }, (_, k) => {
    const shape = new Box(new Vec3(0.5, 0.5, 0.1));
    const box = new Body({ mass: 2, position: new Vec3(0, 3 * k, 0.1), shape, linearDamping: 0 });
    world.addBody(box);
    return box;
  });
  for (let k = 0; k < 30; k++) world.step(1 / 60);
  boxes[0].velocity.set(5, 0, 0);
  world.step(1 / 60);
  return { world, friction, boxes };
}

interface Line {
  from: number[];
  to: number[];
  color: string;
  length: number;
}

function linesOf(helper: Object3D): Line[] {
  const { geometry } = helper.children[1] as LineSegments;
  const { position, color } = geometry.attributes;
  return Array.from({ length: geometry.drawRange.count / 2 }, (_, k) => {
    const [from, to] = [0, 3].map((at) => [...position.array.slice(6 * k + at, 6 * k + at + 3)]);
    return {
      from,
      to,
      color: `#${new Color().fromArray(color.array, 6 * k).getHexString()}`,
      length: Math.hypot(...from.map((x, e) => to[e] - x)),
    };
  });
}

const onlyParts = (part: string) =>
  Object.fromEntries(['normals', 'forces', 'limits', 'cones', 'centres'].map((one) => [one, one === part]));

describe('FrictionHelper', () => {
  test('forces have the length scale · force and point the right way', () => {
    const { friction } = createScene();
    const scale = 0.05;
    const normals = new FrictionHelper(friction, { ...onlyParts('normals'), scale, colors: COLORS });
    normals.update();
    const [normal, ...others] = linesOf(normals);
    expect(others).toEqual([]);
    expect(normal.color).toBe(BLUE);
    expect(normal.length).toBeCloseTo(scale * 2 * G, 2);
    expect(normal.to[2] - normal.from[2]).toBeCloseTo(normal.length, 6); // up, on the box
    const forces = new FrictionHelper(friction, { ...onlyParts('forces'), scale, colors: COLORS });
    forces.update();
    const [arrow] = linesOf(forces);
    expect(arrow.color).toBe(RED);
    expect(arrow.to[0] - arrow.from[0]).toBeCloseTo(-scale * MU * 2 * G, 2); // against the motion
  });

  test('the limit is a circle of radius μ N for Coulomb friction, at the tip of the normal force', () => {
    const { friction } = createScene();
    const scale = 0.05;
    const helper = new FrictionHelper(friction, { ...onlyParts('limits'), scale });
    helper.update();
    const lines = linesOf(helper);
    expect(lines).toHaveLength(32);
    const centre = lines.reduce((sum, { from }) => sum.map((x, e) => x + from[e] / 32), [0, 0, 0]);
    for (const { from } of lines) {
      expect(Math.hypot(...from.map((x, e) => x - centre[e]))).toBeCloseTo(scale * MU * 2 * G, 2);
    }
    expect(centre[2]).toBeCloseTo(scale * 2 * G, 2);
  });

  test('the limit of an anisotropic law is its ellipse', () => {
    const { friction } = createScene(1, anisotropic({ mu: [0.6, 0.2] }));
    const helper = new FrictionHelper(friction, { ...onlyParts('limits'), scale: 0.05 });
    helper.update();
    const lines = linesOf(helper);
    const extent = [0, 1].map(
      (e) => Math.max(...lines.map(({ from }) => from[e])) - Math.min(...lines.map(({ from }) => from[e])),
    );
    expect(extent.sort((a, b) => a - b).map((x) => x / (0.1 * 2 * G))).toEqual([
      expect.closeTo(0.2, 2),
      expect.closeTo(0.6, 2),
    ]);
  });

  test('cones reach from the pressure centre to the limit', () => {
    const { friction } = createScene();
    const helper = new FrictionHelper(friction, { ...onlyParts('cones'), scale: 0.05, colors: COLORS });
    helper.update();
    const { geometry } = helper.children[0] as Mesh;
    expect(geometry.drawRange.count).toBe(3 * 32);
    const { array } = geometry.attributes.position;
    expect(array[2]).toBeCloseTo(0, 2);
    expect(array[5]).toBeCloseTo(0.05 * 2 * G, 2);
    expect(linesOf(helper)).toEqual([]);
  });

  test('automatic scale: the largest normal force is half a metre long, and the legend tells it', () => {
    const { friction } = createScene(2);
    const helper = new FrictionHelper(friction, onlyParts('normals'));
    expect(helper.forceScale).toBe(0);
    helper.update();
    expect(Math.max(...linesOf(helper).map(({ length }) => length))).toBeCloseTo(0.5, 6);
    expect(helper.legend).toEqual([
      { color: '#5999ff', text: expect.stringMatching(/^normal force, 1 m = 39\.\d N$/) },
    ]);
  });

  test('the filter chooses contacts, and each keeps its own limit', () => {
    const { friction, boxes } = createScene(3);
    const helper = new FrictionHelper(friction, {
      ...onlyParts('limits'),
      scale: 0.05,
      colors: COLORS,
      filter: ({ bodyA, bodyB }) => bodyA === boxes[1] || bodyB === boxes[1],
    });
    helper.update();
    const lines = linesOf(helper);
    expect(lines).toHaveLength(32);
    for (const { from, color } of lines) {
      expect(Math.abs(from[1] - 3)).toBeLessThan(1);
      expect(color).toBe(GREEN);
    }
    helper.filter = null;
    helper.update();
    expect(linesOf(helper)).toHaveLength(3 * 32);
  });

  test('a hidden helper draws nothing, and parts can be switched', () => {
    const { friction } = createScene();
    const helper = new FrictionHelper(friction);
    helper.visible = false;
    helper.update();
    expect(linesOf(helper)).toEqual([]);
    helper.visible = true;
    helper.parts.limits = helper.parts.cones = helper.parts.forces = helper.parts.normals = false;
    helper.update();
    expect(linesOf(helper)).toHaveLength(2); // the cross at the pressure centre
  });

  test('buffers grow with the contacts and stay afterwards', () => {
    const { friction } = createScene(12);
    const helper = new FrictionHelper(friction);
    helper.update();
    expect(linesOf(helper).length).toBeGreaterThanOrEqual(12 * 32);
    const { geometry } = helper.children[1] as LineSegments;
    const { array } = geometry.attributes.position;
    helper.update();
    expect(geometry.attributes.position.array).toBe(array);
    expect([...array].every(Number.isFinite)).toBe(true);
  });

  test('dispose frees geometries and materials and leaves the scene', () => {
    const { friction } = createScene();
    const helper = new FrictionHelper(friction);
    let disposed = 0;
    for (const part of helper.children as Mesh[]) {
      part.geometry.addEventListener('dispose', () => disposed++);
      for (const material of [part.material].flat()) material.addEventListener('dispose', () => disposed++);
    }
    helper.dispose();
    expect(disposed).toBe(4);
    expect(helper.children).toEqual([]);
  });

  test('Rapier: contacts without a known friction force have only the normal force', async () => {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: -G, z: 0 });
    world.createCollider(RAPIER.ColliderDesc.cuboid(5, 0.1, 5));
    const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0.35, 0).setCanSleep(false));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.25, 0.25, 0.25).setMass(3), box);
    for (const scope of ['special', 'all'] as const) {
      const friction = installRapierFriction(world, { default: coulomb({ mu: MU }), scope });
      const helper = new FrictionHelper(
        { contacts: () => friction.contacts({ native: true }), debugLines: (options) => friction.debugLines(options) },
        { scale: 0.01, cones: false, centres: false },
      );
      for (let k = 0; k < 60; k++) friction.step();
      helper.update();
      const lines = linesOf(helper);
      expect(lines[0].length).toBeCloseTo(0.01 * 3 * G, 2);
      expect(lines.length > 32).toBe(scope === 'all');
      friction.uninstall();
    }
  });

  test('options are checked', () => {
    const { friction } = createScene();
    expect(() => new FrictionHelper({} as never)).toThrow('friction must be the handle of installFriction');
    expect(() => new FrictionHelper(friction, { scale: 0 })).toThrow('scale must be a finite number > 0 m/N (got 0)');
    expect(() => new FrictionHelper(friction, { normals: 1 } as never)).toThrow('normals must be true or false');
    expect(() => new FrictionHelper(friction, { filter: 'box' } as never)).toThrow('filter must be a function');
    expect(() => new FrictionHelper(friction, { size: 1 } as never)).toThrow('FrictionHelper');
  });
});
