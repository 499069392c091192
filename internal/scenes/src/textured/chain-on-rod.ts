import { coulomb } from '@stiction/friction-core';
import { cylinderMapping, heightNoise, type NormalMap, surface, textured } from '@stiction/texture-friction';
import { GRAVITY } from '../cases/box-on-ground.js';
import type { Build } from '../cases/run.js';
import type { BodySpec, JointSpec, Scene, Vector } from '../scene.js';

/**
 * A chain hangs over a horizontal rod with a weight at each end, one twice as heavy as the other, [Andrews] 5.1 and Fig. 10-11. The rough
 * rod holds the chain; on the smooth one the heavy end pulls all of it off.
 *
 * Reference: the capstan equation. The chain holds while the forces at its ends satisfy
 *
 *     T2 / T1 ≤ e^(μ' θ),     θ = π,     μ' = μ R / (R + r),     μ = μ_0 + Ra / (π pixel)   (`heightNoise`)
 *
 * because friction acts at the radius R of the rod, and the tension at that of the beads' centres, R + r. The ratio is 1.32 on the smooth
 * rod (Ra 0.01 mm, μ 0.103) and 3.1 on the rough one (1 mm, 0.418); the weights make 1.8. Beyond it, the heavy end sinks by `exactSink`.
 *
 * Differences from the paper: the chain is hung over the rod, not thrown at it, because this has a reference; links are beads, each held
 * by ball joints halfway to its neighbours, so that no bead can roll; only the rod has a texture. SI units.
 */
export interface ChainOnRod {
  /** Roughness of the rod's texture [m]: 0.01e-3 is steel, 1e-3 concrete. */
  Ra: number;
  /** Mass of the heavy end; the light one has 1 kg. @default 2 */
  heavy?: number;
  /** For the reference: friction of the rod, relative to that of its texture. @default 1 */
  grip?: number;
  /** True if the chain is created before the rod. */
  chainFirst?: boolean;
}

/** Table 1 of the paper, k_A = k_B = 1. */
const TABLE = { mu0: 0.1, saliency: 1, width: 0.02 };

const PIXEL = 1e-3;
const SIDE = 128;

/** Of the rod's texture. */
export const ROD_TILE = SIDE * PIXEL;

export function rodMap(Ra: number): NormalMap {
  return heightNoise({ width: SIDE, height: SIDE, Ra, pixel: PIXEL });
}

/** Balls in a row, `apart`: round in both engines, and the chain stays in a groove between two of them. */
export const ROD = { radius: 0.1, balls: 4, apart: 0.02 };

/** `over` beads lie on the rod, `hanging` on each side; the last ones are the weights. */
export const BEAD = { radius: 0.017, link: 0.04, mass: 0.03, over: 9, hanging: 6, light: 1, heavy: 2 };

export const COUNT = BEAD.over + 2 * BEAD.hanging;

export function chainOnRod({ Ra, heavy = BEAD.heavy, chainFirst = false }: ChainOnRod): Scene {
  const { mu0, saliency, width } = TABLE;
  const map = rodMap(Ra);
  const wraps = Math.round((2 * Math.PI * ROD.radius) / ROD_TILE);
  const mapping = cylinderMapping({
    radius: ROD.radius,
    height: ROD.balls * ROD.apart,
    axis: 'y',
    tile: ROD_TILE,
    wraps,
  });
  const places = beadPlaces();
  const rod: BodySpec = {
    name: 'rod',
    kind: 'fixed',
    shape: {
      kind: 'compound',
      parts: Array.from({ length: ROD.balls }, (_, k) => ({
        shape: { kind: 'sphere', radius: ROD.radius },
        position: [0, (k - (ROD.balls - 1) / 2) * ROD.apart, 0],
      })),
    },
    position: [0, 0, 0],
    material: 'rod',
  };
  const beads = places.map((position, k): BodySpec => {
    const mass = k === 0 ? BEAD.light : k === COUNT - 1 ? heavy : BEAD.mass;
    return {
      name: `bead ${k}`,
      kind: 'dynamic',
      mass,
      shape: { kind: 'sphere', radius: BEAD.radius },
      position,
      material: 'bead',
    };
  });
  const joints = places.slice(1).map(
    ([x, y, z], k): JointSpec => ({
      kind: 'ball',
      bodyA: `bead ${k}`,
      bodyB: `bead ${k + 1}`,
      at: [(x + places[k][0]) / 2, (y + places[k][1]) / 2, (z + places[k][2]) / 2],
    }),
  );
  return {
    name: 'chain on a rod',
    gravity: [0, 0, -GRAVITY],
    bodies: chainFirst ? [...beads, rod] : [rod, ...beads],
    joints,
    stockMu: mu0,
    // Otherwise a bead moves by 10 mm before Rapier updates its normal.
    rapierUnit: 0.05,
    law: coulomb({ mu: mu0 }),
    pairs: [['rod', 'bead', textured({ mu0, a: surface({ map, mapping, saliency }), width })]],
    duration: 3,
  };
}

/** From the light end to the heavy one: up, over the rod and down. */
function beadPlaces(): Vector[] {
  const reach = Math.sqrt((ROD.radius + BEAD.radius) ** 2 - (ROD.apart / 2) ** 2);
  const { link } = BEAD;
  const turn = 2 * Math.asin(link / 2 / reach);
  const half = (BEAD.over - 1) / 2;
  const last = [reach * Math.sin(half * turn), reach * Math.cos(half * turn)];
  const step = Math.sqrt(link ** 2 - (reach - last[0]) ** 2);
  return Array.from({ length: COUNT }, (_, k): Vector => {
    const from = k - (COUNT - 1) / 2;
    const beyond = Math.abs(from) - half;
    if (beyond <= 0) return [reach * Math.sin(from * turn), 0, reach * Math.cos(from * turn)];
    return [Math.sign(from) * reach, 0, last[1] - step - (beyond - 1) * link];
  });
}

export interface ChainMotion {
  /** Sink of the heavy end at each of the times [m]. */
  sunk: number[];
  /** True if all beads are below the rod at the end. */
  off: boolean;
  /** Largest gap between two neighbours beyond a link [m]. */
  stretch: number;
}

/** `times` in increasing order [s]. */
export function measureChain(build: Build, chain: ChainOnRod, times: readonly number[], dt: number): ChainMotion {
  const world = build(chainOnRod(chain));
  const beads = Array.from({ length: COUNT }, (_, k) => `bead ${k}`);
  const heavy = beads[COUNT - 1];
  const start = world.position(heavy)[2];
  const sunk: number[] = [];
  let stretch = 0;
  for (let k = 1; k <= Math.round(times[times.length - 1] / dt); k++) {
    world.step(dt);
    if (k === Math.round(times[sunk.length] / dt)) {
      sunk.push(start - world.position(heavy)[2]);
      const places = beads.map((name) => world.position(name));
      for (let b = 1; b < COUNT; b++) {
        const [x, y, z] = places[b].map((p, e) => p - places[b - 1][e]);
        stretch = Math.max(stretch, Math.hypot(x, y, z) - BEAD.link);
      }
    }
  }
  const off = beads.every((name) => world.position(name)[2] < -ROD.radius);
  world.dispose();
  return { sunk, off, stretch };
}

/** μ R / (R + r) on the rod. */
function rodFriction(Ra: number): number {
  const mu = TABLE.mu0 + (TABLE.saliency * Ra) / (Math.PI * PIXEL);
  return (mu * ROD.radius) / (ROD.radius + BEAD.radius);
}

/** The largest T2 / T1 that holds a chain without weight. */
export function capstanRatio(Ra: number): number {
  return Math.exp(Math.PI * rodFriction(Ra));
}

/**
 * The reference: sink of the heavy end from rest, for a rope with the chain's weight per length, ρ, while there is rope on both sides:
 *
 *     dT/dφ = μ' (T - ρ v² + ρ L g cos φ) + ρ L (a - g sin φ)      from T = m1 (g + a) at -π/2 to T = m2 (g - a) at π/2
 *
 *   φ   from the top [rad]     m1, m2   mass on each side, rope included     a, v   of the rope; a ≥ 0, 0 while it holds
 *   μ'  as above               L = R + r
 */
export function exactSink(chain: ChainOnRod, seconds: number): number {
  const path = sinkPath(chain, seconds);
  return path[path.length - 1];
}

/** The same every millisecond. */
export function sinkPath({ Ra, heavy = BEAD.heavy, grip = 1 }: ChainOnRod, seconds: number): Float64Array {
  const mu = grip * rodFriction(Ra);
  const rho = BEAD.mass / BEAD.link;
  const L = ROD.radius + BEAD.radius;
  const places = beadPlaces();
  const hanging = -places[0][2] - BEAD.link / 2;
  const n = 200;
  const h = Math.PI / n;
  /** Excess force at the heavy side. */
  const excess = (s: number, v: number, a: number): number => {
    let T = (BEAD.light + rho * (hanging - s)) * (GRAVITY + a);
    for (let k = 0; k < n; k++) {
      const phi = -Math.PI / 2 + (k + 0.5) * h;
      const slope = (t: number): number =>
        mu * (t - rho * v * v + rho * L * GRAVITY * Math.cos(phi)) + rho * L * (a - GRAVITY * Math.sin(phi));
      T += h * slope(T + 0.5 * h * slope(T));
    }
    return (heavy + rho * (hanging + s)) * (GRAVITY - a) - T;
  };
  const dt = 1e-3;
  const path = new Float64Array(Math.round(seconds / dt) + 1);
  let s = 0;
  let v = 0;
  for (let k = 1; k < path.length; k++) {
    // Linear in a.
    const e0 = excess(s, v, 0);
    const a = e0 > 0 ? e0 / (e0 - excess(s, v, 1)) : 0;
    s += dt * (v + 0.5 * dt * a);
    v += dt * a;
    path[k] = s;
  }
  return path;
}
