import { describe, expect, test } from 'vitest';
import {
  createBodies,
  createMaterialPairs,
  createPatchStore,
  type GatherOptions,
  gatherPatches,
  keepSleepingPatches,
  materialId,
  type PatchStore,
  pushContact,
  resizeBodies,
  setPairLaw,
  storeFrames,
} from '../../src/adapter/index.js';
import { bristle, coulomb, type FrictionLaw, lugre } from '../../src/index.js';
import { springBristle } from '../spring-bristle.js';

const options: GatherOptions = { hasNormalImpulses: false, impulseScale: 1, h: 1 / 480, matchDistance: 0.03 };

/** Two bodies without rotation: slot 0 at the origin, slot 1 one metre above. */
function twoBodies() {
  const bodies = createBodies();
  resizeBodies(bodies, 2);
  bodies.pose.set([0, 0, 0, 0, 0, 0, 1], 0);
  bodies.pose.set([0, 0, 1, 0, 0, 0, 1], 7);
  bodies.invMass.fill(1, 0, 6);
  return bodies;
}

interface Contact {
  position: [number, number, number];
  normal?: [number, number, number];
  /** Reported as (B, A) with the opposite normal. */
  flipped?: boolean;
  material?: [number, number];
  shape?: number;
}

function report(store: PatchStore, contacts: Contact[]): void {
  store.contacts.count = 0;
  for (const { position, normal = [0, 0, 1], flipped = false, material = [0, 0], shape = 5 } of contacts) {
    const c = pushContact(store.contacts);
    const b = store.contacts;
    b.body.set(flipped ? [1, 0] : [0, 1], 2 * c);
    b.key.set(flipped ? [20, shape, 10, 3] : [10, 3, 20, shape], 4 * c);
    b.material.set(material, 2 * c);
    b.normal.set(flipped ? normal.map((x) => -x) : normal, 3 * c);
    b.position.set(position, 3 * c);
    b.gap[c] = 0;
    b.slop[c] = 0;
    b.restitution[c] = 0;
    b.impulse[c] = 0;
  }
}

const CORNERS: Contact[] = [
  { position: [0.5, 0.5, 0.5] },
  { position: [-0.5, 0.5, 0.5] },
  { position: [-0.5, -0.5, 0.5] },
  { position: [0.5, -0.5, 0.5] },
];

function gather(
  store: PatchStore,
  bodies = twoBodies(),
  law: FrictionLaw = coulomb({ mu: 1 }),
  more: Partial<GatherOptions> & { areAsleep?: () => boolean } = {},
) {
  const pairs = createMaterialPairs(law);
  gatherPatches(store, bodies, pairs, { ...options, ...more });
  if (more.areAsleep) keepSleepingPatches(store, more.areAsleep, more.impulseScale ?? 1);
  return store.current;
}

describe('gatherPatches', () => {
  test('four corners are one patch with centre and torsion radius', () => {
    const store = createPatchStore();
    report(store, CORNERS);
    const p = gather(store);
    expect(p.count).toBe(1);
    expect(p.points[0]).toBe(4);
    expect([...p.centre.slice(0, 3)]).toEqual([0, 0, 0.5]);
    expect([...p.armB.slice(0, 3)]).toEqual([0, 0, -0.5]);
    expect(p.torsionRadius[0]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('different normals and shapes are different patches in any order', () => {
    const store = createPatchStore();
    const wall: Contact = { position: [0.5, 0, 0.7], normal: [1, 0, 0] };
    report(store, [CORNERS[0], wall, CORNERS[1], { ...wall, position: [0.5, 0.1, 0.7] }, { ...CORNERS[2], shape: 9 }]);
    const p = gather(store);
    expect(p.count).toBe(3);
    expect([...p.points.slice(0, 3)]).toEqual([2, 2, 1]);
    expect([...p.pointPosition.slice(3 * p.firstPoint[1], 3 * p.firstPoint[1] + 3)]).toEqual([0.5, 0, 0.7]);
    // The store maps each contact to its point.
    for (let c = 0; c < 5; c++) {
      const q = store.contactPoint[c];
      expect([...p.pointPosition.slice(3 * q, 3 * q + 3)]).toEqual([
        ...store.contacts.position.slice(3 * c, 3 * c + 3),
      ]);
    }
  });

  test('frames are right-handed and orthonormal for any normal', () => {
    const store = createPatchStore();
    const normals: [number, number, number][] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
      [0.6, 0, 0.8],
      [-0.48, 0.6, 0.64],
    ];
    report(
      store,
      normals.map((normal, shape) => ({ position: [0, 0, 0], normal, shape })),
    );
    const p = gather(store);
    for (let i = 0; i < normals.length; i++) {
      const [n, t, s] = [p.normal, p.tangent1, p.tangent2].map((v) => v.slice(3 * i, 3 * i + 3));
      const dot = (a: Float64Array, b: Float64Array) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      expect(dot(n, t)).toBeCloseTo(0, 14);
      expect(dot(t, s)).toBeCloseTo(0, 14);
      expect(dot(t, t)).toBeCloseTo(1, 14);
      expect(t[1] * s[2] - t[2] * s[1]).toBeCloseTo(n[0], 14);
      expect(t[2] * s[0] - t[0] * s[2]).toBeCloseTo(n[1], 14);
    }
  });

  test('impulses are matched even if the engine flips the pair and reorders the points', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    report(store, CORNERS);
    const first = gather(store, bodies);
    first.pointImpulse.set([1, 2, 3, 4]);
    first.impulse.set([0.5, -0.25, 0.1]);
    storeFrames(first, bodies);
    const shuffled = [2, 0, 3, 1].map((k) => ({ ...CORNERS[k], flipped: true }));
    report(store, shuffled);
    const p = gather(store, bodies);
    expect([...p.pointImpulse.slice(0, 4)]).toEqual([3, 1, 4, 2]);
    expect(p.normalImpulse[0]).toBe(10);
    expect([...p.impulse.slice(0, 3)]).toEqual([0.5, -0.25, 0.1]);
    expect([...p.normal.slice(0, 3)]).toEqual([0, 0, 1]);
    // The pressure centre is at the load.
    expect(p.centre[1]).toBeCloseTo((0.5 * (1 + 2) - 0.5 * (3 + 4)) / 10, 12);
  });

  test('remembered impulses scale with the step', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    report(store, CORNERS);
    const first = gather(store, bodies);
    first.pointImpulse.fill(2, 0, 4);
    first.impulse[0] = 1;
    storeFrames(first, bodies);
    report(store, CORNERS);
    const p = gather(store, bodies, coulomb({ mu: 1 }), { impulseScale: 3 });
    expect(p.normalImpulse[0]).toBe(24);
    expect(p.impulse[0]).toBe(3);
  });

  test('each old point is matched once, so doubled points do not double the load', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    report(store, CORNERS);
    const first = gather(store, bodies);
    first.pointImpulse.fill(1, 0, 4);
    storeFrames(first, bodies);
    report(store, [...CORNERS, ...CORNERS]);
    expect(gather(store, bodies).normalImpulse[0]).toBe(4);
  });

  test('frame and state rotate with the body that carries them', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    const law = springBristle({ mu: 1, stiffness: 1e4 });
    report(store, CORNERS);
    const first = gather(store, bodies, law);
    const before = first.tangent1.slice(0, 3);
    first.state.set([0.001, 0.002]);
    storeFrames(first, bodies);
    // Both bodies rotate by 90° about the normal.
    for (const at of [3, 10]) bodies.pose.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], at);
    report(store, CORNERS);
    const p = gather(store, bodies, law);
    expect(p.tangent1[0]).toBeCloseTo(-before[1], 12);
    expect(p.tangent1[1]).toBeCloseTo(before[0], 12);
    expect([...p.state.slice(0, 2)]).toEqual([0.001, 0.002]);
  });

  test('a replaced law keeps the impulses and starts without memory', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    report(store, CORNERS);
    const first = gather(store, bodies, springBristle({ mu: 1, stiffness: 1e4 }));
    first.state.set([0.001, 0.002]);
    first.impulse.set([1, 2, 0]);
    storeFrames(first, bodies);
    report(store, CORNERS);
    const p = gather(store, bodies, springBristle({ mu: 1, stiffness: 1e5 }));
    expect([...p.impulse.slice(0, 2)]).toEqual([1, 2]);
    expect([...p.state.slice(0, 2)]).toEqual([0, 0]);
  });

  test('flags are kept while the patch lasts, also asleep, and cleared in a new patch', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    report(store, CORNERS);
    const first = gather(store, bodies);
    expect(first.flags[0]).toBe(0);
    first.flags[0] = 0b101;
    storeFrames(first, bodies);
    report(store, []);
    gather(store, bodies, coulomb({ mu: 1 }), { areAsleep: () => true });
    report(store, CORNERS);
    const second = gather(store, bodies, coulomb({ mu: 1 }), { areAsleep: () => true });
    expect(second.flags[0]).toBe(0b101);
    storeFrames(second, bodies);
    report(store, []);
    gather(store, bodies);
    report(store, CORNERS);
    expect(gather(store, bodies).flags[0]).toBe(0);
  });

  describe('the state of bristles', () => {
    const law = bristle({ mu: 1, stiffness: 1e4 });
    const bent = [0.001, -0.002, 0.0005];

    function bentPatch() {
      const store = createPatchStore();
      const bodies = twoBodies();
      report(store, CORNERS);
      const first = gather(store, bodies, law);
      first.state.set(bent);
      first.impulse.set([1, 2, 0.5]);
      first.pointImpulse.fill(1, 0, 4);
      storeFrames(first, bodies);
      return { store, bodies };
    }

    test('survives sleep and a change of the step', () => {
      const { store, bodies } = bentPatch();
      const asleep = { areAsleep: () => true };
      for (let step = 0; step < 5; step++) {
        report(store, []);
        gather(store, bodies, law, { ...asleep, impulseScale: step === 2 ? 2 : 1 });
        expect(store.sleepingCount).toBe(1);
      }
      report(store, CORNERS);
      const p = gather(store, bodies, law, asleep);
      expect([...p.state.slice(0, 3)]).toEqual(bent);
      expect([...p.impulse.slice(0, 3)]).toEqual([2, 4, 1]);
      expect(p.normalImpulse[0]).toBe(8);
      expect(store.sleepingCount).toBe(0);
    });

    test('survives next to patches whose laws have more state', () => {
      const { store, bodies } = bentPatch();
      const pairs = createMaterialPairs(law);
      const [a, b] = [materialId(pairs, 'a'), materialId(pairs, 'b')];
      const greedy: FrictionLaw = { ...bristle({ mu: 1, stiffness: 1 }), stateSize: 9 };
      setPairLaw(pairs, 'a', 'b', greedy);
      report(store, [{ position: [0, 0, 0.5], shape: 1, material: [a, b] }, ...CORNERS]);
      gatherPatches(store, bodies, pairs, options);
      const p = store.current;
      expect(p.stateStride).toBe(9);
      expect([...p.state.slice(9, 18)]).toEqual([...bent, 0, 0, 0, 0, 0, 0]);
      storeFrames(p, bodies);
      // The stride stays when that patch disappears.
      report(store, CORNERS);
      gatherPatches(store, bodies, pairs, options);
      expect(store.current.stateStride).toBe(9);
      expect([...store.current.state.slice(0, 3)]).toEqual(bent);
    });

    test('survives a new manifold of the same pair with other points', () => {
      const { store, bodies } = bentPatch();
      const manifolds: Contact[][] = [
        [{ position: [0.3, 0.1, 0.5] }],
        [{ position: [-0.2, 0.4, 0.5] }, { position: [0.45, -0.1, 0.5] }],
        // A slightly rotated normal still belongs to the same patch.
        CORNERS.map((contact) => ({ ...contact, normal: [0.1, 0, Math.sqrt(0.99)] })),
      ];
      for (const manifold of manifolds) {
        report(store, manifold);
        const p = gather(store, bodies, law);
        expect(p.count).toBe(1);
        expect([...p.state.slice(0, 3)]).toEqual(bent);
        expect([...p.impulse.slice(0, 3)]).toEqual([1, 2, 0.5]);
        storeFrames(p, bodies);
      }
    });

    test('survives a change of the pair order by the engine', () => {
      const { store, bodies } = bentPatch();
      const frame = [...store.current.tangent1.slice(0, 3), ...store.current.tangent2.slice(0, 3)];
      for (const flipped of [true, false, true]) {
        report(
          store,
          CORNERS.map((contact) => ({ ...contact, flipped })),
        );
        const p = gather(store, bodies, law);
        expect([p.bodyA[0], p.bodyB[0]]).toEqual([0, 1]);
        expect([...p.state.slice(0, 3)]).toEqual(bent);
        expect([...p.tangent1.slice(0, 3), ...p.tangent2.slice(0, 3)]).toEqual(frame);
        storeFrames(p, bodies);
      }
    });

    test('is cleared when the bodies separate or touch with another face', () => {
      for (const gone of [[], CORNERS.map((contact): Contact => ({ ...contact, normal: [1, 0, 0] }))]) {
        const { store, bodies } = bentPatch();
        report(store, gone);
        gather(store, bodies, law);
        storeFrames(store.current, bodies);
        report(store, CORNERS);
        expect([...gather(store, bodies, law).state.slice(0, 3)]).toEqual([0, 0, 0]);
      }
    });

    test('is set from the impulse when the law replaces another one', () => {
      for (const [next, stiffness] of [
        [bristle({ mu: 1, stiffness: 1e5 }), 1e5],
        [lugre({ sigma0: 500, muC: 1, muS: 1, vS: 0.1 }), (4 * 480 * 500) / 1],
      ] as const) {
        const store = createPatchStore();
        const bodies = twoBodies();
        report(store, CORNERS);
        const first = gather(store, bodies, coulomb({ mu: 1 }));
        first.impulse.set([0.5, 1, 0]);
        first.pointImpulse.fill(1, 0, 4);
        storeFrames(first, bodies);
        report(store, CORNERS);
        const p = gather(store, bodies, next);
        // λ = -h k z
        expect(p.state[0]).toBeCloseTo((-0.5 * 480) / stiffness, 12);
        expect(p.state[1]).toBeCloseTo((-1 * 480) / stiffness, 12);
        expect([...p.impulse.slice(0, 3)]).toEqual([0.5, 1, 0]);
      }
    });

    test('is set from the impulse when the law was replaced during sleep', () => {
      const { store, bodies } = bentPatch();
      const asleep = { areAsleep: () => true };
      const stiffer = bristle({ mu: 1, stiffness: 1e5 });
      report(store, []);
      gather(store, bodies, stiffer, asleep);
      report(store, CORNERS);
      const p = gather(store, bodies, stiffer, asleep);
      expect([...p.impulse.slice(0, 3)]).toEqual([1, 2, 0.5]);
      expect(p.state[0]).toBeCloseTo(-480 / 1e5, 12);
    });
  });

  test('the body with the first material of a pair is body a of the law in any order', () => {
    const pairs = createMaterialPairs(coulomb({ mu: 1 }));
    setPairLaw(pairs, 'rail', 'wheel', coulomb({ mu: 0.1 }));
    const [rail, wheel] = [materialId(pairs, 'rail'), materialId(pairs, 'wheel')];
    const store = createPatchStore();
    report(store, [
      { position: [0, 0, 0], material: [rail, wheel], shape: 1 },
      { position: [0, 0, 0], material: [wheel, rail], shape: 2 },
      // Reported in reverse order, with the materials.
      { position: [0, 0, 0], material: [wheel, rail], shape: 3, flipped: true },
      { position: [0, 0, 0], material: [rail, wheel], shape: 4, flipped: true },
      { position: [0, 0, 0], material: [wheel, wheel], shape: 6 },
    ]);
    gatherPatches(store, twoBodies(), pairs, options);
    expect([...store.current.flipped.slice(0, 5)]).toEqual([0, 1, 0, 1, 0]);
  });

  test('patches of sleeping pairs are kept, others are dropped', () => {
    for (const asleep of [true, false]) {
      const store = createPatchStore();
      const bodies = twoBodies();
      report(store, CORNERS);
      const first = gather(store, bodies);
      first.pointImpulse.fill(1, 0, 4);
      first.impulse[0] = 0.5;
      storeFrames(first, bodies);
      for (let step = 0; step < 3; step++) {
        report(store, []);
        expect(gather(store, bodies, coulomb({ mu: 1 }), { areAsleep: () => asleep }).count).toBe(0);
      }
      report(store, CORNERS);
      const p = gather(store, bodies, coulomb({ mu: 1 }), { areAsleep: () => asleep });
      expect(p.normalImpulse[0]).toBe(asleep ? 4 : 0);
      expect(p.impulse[0]).toBe(asleep ? 0.5 : 0);
    }
  });

  test('laws come from the pair of materials', () => {
    const pairs = createMaterialPairs(coulomb({ mu: 1 }));
    const ice = coulomb({ mu: 0.1 });
    setPairLaw(pairs, 'steel', 'ice', ice);
    const [a, b] = [materialId(pairs, 'ice'), materialId(pairs, 'steel')];
    const store = createPatchStore();
    report(store, [
      { position: [0, 0, 0], material: [a, b], shape: 1 },
      { position: [0, 0, 0], material: [b, a], shape: 2 },
      { position: [0, 0, 0], material: [a, a], shape: 3 },
    ]);
    gatherPatches(store, twoBodies(), pairs, options);
    expect(store.current.law.map((law) => law === ice)).toEqual([true, true, false]);
  });

  test('thousands of patches are matched', () => {
    const store = createPatchStore();
    const bodies = twoBodies();
    const contacts = Array.from({ length: 3000 }, (_, shape): Contact => ({ position: [0, 0, 0.5], shape }));
    report(store, contacts);
    const first = gather(store, bodies);
    for (let i = 0; i < 3000; i++) first.impulse[3 * i] = i;
    storeFrames(first, bodies);
    report(store, contacts.reverse());
    const p = gather(store, bodies);
    for (let i = 0; i < 3000; i++) expect(p.impulse[3 * i]).toBe(2999 - i);
  });
});
