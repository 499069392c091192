import type { Scene } from '@stiction/scenes';
import * as THREE from 'three';
import { isFrictionKnown, LIMIT_POINTS, type PatchReader, type PatchSight } from '../patches.js';
import type { Theme } from '../theme.js';
import { createFatLines } from './fat-lines.js';

/**
 * The forces of a world's contacts, on body B: the normal force, friction, and the friction cone from the pressure centre up to the limit at
 * the height of the normal force. The tip of the total force moves within the ring on top, and on it while the contact slides. If friction
 * is unknown, only the normal force and the cone are drawn. Of a stock world, the forces that the engine reports, without a cone.
 */
export interface Overlay {
  readonly group: THREE.Group;
  update(shown: boolean, selected: string | null): void;
  dispose(): void;
}

/** With more contacts than these, cones have no surface, or only forces are drawn. */
const MOST_SURFACES = 6;
const MOST_CONES = 24;
/** Drawn length of the largest weight, as a share of the distance from the eye. */
const LENGTH = 0.13;
/** Smoothing of the scale per update, and how much longer a force may be meanwhile. */
const FOLLOW = 0.08;
const LONGEST = 1.3;
/** Longest friction, in normal forces: that of stock cannon-es can be dozens of times the load. */
const MOST_FRICTION = 2;
const HEAD = 0.18;
/** Beyond this number of contacts, forces and dots are drawn smaller, down to this factor. */
const FEW = 16;
const SMALLEST = 0.4;
const DOT = 9;

/** Newtons per drawn length, the same on both sides so that they can be compared. */
export interface ForceScale {
  /** The weight of the heaviest body, below which forces are not enlarged. */
  readonly weight: number;
  /** Force of the full length. */
  largest: number;
  /** The largest force and the most contacts of one side in the present frame. */
  most: number;
  contacts: number;
  /** Contacts of the last frame. */
  drawn: number;
}

export function createForceScale(scene: Scene): ForceScale {
  const weight = heaviest(scene);
  return { weight, largest: weight, most: weight, contacts: 0, drawn: 0 };
}

/** Once per frame, after both sides. */
export function followForces(scale: ForceScale): void {
  scale.largest += FOLLOW * (scale.most - scale.largest);
  scale.most = scale.weight;
  scale.drawn = scale.contacts;
  scale.contacts = 0;
}

export function createOverlay(
  reader: PatchReader,
  shared: ForceScale,
  { theme, distance, isStock }: { theme: Theme; distance: number; isStock: boolean },
): Overlay {
  const group = new THREE.Group();
  const halo = createFatLines(6);
  const thick = createFatLines(3);
  const thin = createFatLines(1.8);
  const cones = createCones();
  const tips = createTips();
  halo.object.renderOrder = 2;
  group.add(cones.mesh, halo.object, thin.object, thick.object, tips.points);
  const colours = {
    normal: new THREE.Color(theme.wire),
    stick: new THREE.Color('#12a150'),
    slide: new THREE.Color('#e5232e'),
    stock: new THREE.Color(theme.stock),
    halo: new THREE.Color(theme.sky),
  };
  /** Contacts of this side. */
  let count = 0;

  function draw(patch: PatchSight, scale: number): void {
    const { centre, normal, normalForce, friction, limit } = patch;
    const colour = isStock ? colours.stock : patch.sliding ? colours.slide : colours.stick;
    const cut = Math.min(1, (LONGEST * Math.max(shared.weight, shared.largest)) / normalForce);
    const share = cut * Math.min(1, (MOST_FRICTION * normalForce) / Math.hypot(...friction)) || 0;
    for (let e = 0; e < 3; e++) {
      up[e] = centre[e] + scale * cut * normalForce * normal[e];
      along[e] = centre[e] + scale * share * friction[e];
      tip[e] = up[e] + scale * share * friction[e];
    }
    thin.add(centre, up, colours.normal);
    if (isFrictionKnown(patch)) {
      addArrow(centre, along, normal, colour);
      addArrow(centre, tip, normal, colour);
      tips.add(tip, colour);
    }
    if (count > MOST_CONES || !patch.acquired) return;
    if (count <= MOST_SURFACES && cones.count < MOST_CONES) cones.add(centre, up, limit, scale, colour);
    for (let k = 1; k < LIMIT_POINTS; k++) {
      for (let e = 0; e < 3; e++) {
        from[e] = up[e] + scale * limit[3 * k - 3 + e];
        to[e] = up[e] + scale * limit[3 * k + e];
      }
      thin.add(from, to, colour);
    }
  }

  /** A line with an arrow head perpendicular to the normal. */
  function addArrow(
    start: ArrayLike<number>,
    end: ArrayLike<number>,
    normal: ArrayLike<number>,
    colour: THREE.Color,
  ): void {
    halo.add(start, end, colours.halo);
    thick.add(start, end, colour);
    direction.set(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
    across.set(normal[0], normal[1], normal[2]).cross(direction);
    if (across.lengthSq() < 1e-12) return;
    across.setLength(0.5 * HEAD * direction.length());
    for (const side of [1, -1]) {
      for (let e = 0; e < 3; e++) from[e] = end[e] - HEAD * direction.getComponent(e) + side * across.getComponent(e);
      halo.add(end, from, colours.halo);
      thick.add(end, from, colour);
    }
  }

  return {
    group,
    update(shown, selected) {
      halo.clear();
      thick.clear();
      thin.clear();
      cones.clear();
      tips.clear();
      if (shown) {
        const patches = reader.read();
        const { weight, largest } = shared;
        // Impacts in the stock world would make all other arrows small: they are cut instead.
        if (!isStock)
          shared.most = patches.reduce((sofar, { normalForce }) => Math.max(sofar, normalForce), shared.most);
        shared.contacts = Math.max(shared.contacts, patches.length);
        const crowding = Math.min(1, Math.max(SMALLEST, Math.sqrt(FEW / shared.contacts)));
        const scale = (LENGTH * crowding * distance) / Math.max(weight, largest, shared.most / LONGEST);
        count = selected ? 0 : patches.length;
        tips.resize(crowding);
        for (const patch of patches) {
          if (selected && patch.bodyA !== selected && patch.bodyB !== selected) continue;
          if (patch.normalForce > 1e-3 * weight) draw(patch, scale);
        }
      }
      halo.finish();
      thick.finish();
      thin.finish();
      cones.finish();
      tips.finish();
    },
    dispose() {
      for (const part of [halo, thick, thin, cones, tips]) part.dispose();
    },
  };
}

const up = new Float64Array(3);
const along = new Float64Array(3);
const tip = new Float64Array(3);
const from = new Float64Array(3);
const to = new Float64Array(3);
const direction = new THREE.Vector3();
const across = new THREE.Vector3();

function heaviest({ bodies, gravity }: Scene): number {
  const mass = bodies.reduce((most, { kind, mass = 0 }) => (kind === 'dynamic' ? Math.max(most, mass) : most), 0);
  return mass * Math.hypot(...gravity) || 1;
}

/** Translucent cones from a point to a ring. */
function createCones() {
  const positions = new Float32Array(9 * (LIMIT_POINTS - 1) * MOST_CONES);
  const colours = new Float32Array(positions.length);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3).setUsage(THREE.DynamicDrawUsage));
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3).setUsage(THREE.DynamicDrawUsage));
  const material = new THREE.MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.16,
    side: THREE.DoubleSide,
    depthWrite: false,
    depthTest: false,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 2;
  const cones = {
    mesh,
    count: 0,
    clear() {
      cones.count = 0;
    },
    add(apex: Float64Array, top: Float64Array, ring: Float32Array, scale: number, colour: THREE.Color) {
      let at = 9 * (LIMIT_POINTS - 1) * cones.count++;
      for (let k = 1; k < LIMIT_POINTS; k++) {
        for (let e = 0; e < 3; e++) {
          positions[at + e] = apex[e];
          positions[at + 3 + e] = top[e] + scale * ring[3 * k - 3 + e];
          positions[at + 6 + e] = top[e] + scale * ring[3 * k + e];
        }
        for (let corner = 0; corner < 9; corner += 3) colour.toArray(colours, at + corner);
        at += 9;
      }
    },
    finish() {
      geometry.setDrawRange(0, 3 * (LIMIT_POINTS - 1) * cones.count);
      mesh.visible = cones.count > 0;
      for (const name of ['position', 'color']) geometry.getAttribute(name).needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
  return cones;
}

const MOST_TIPS = 500;

/** Dots a few pixels wide. */
function createTips() {
  const positions = new Float32Array(3 * MOST_TIPS);
  const colours = new Float32Array(3 * MOST_TIPS);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3).setUsage(THREE.DynamicDrawUsage));
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3).setUsage(THREE.DynamicDrawUsage));
  const material = new THREE.PointsMaterial({
    size: DOT,
    sizeAttenuation: false,
    vertexColors: true,
    depthTest: false,
  });
  material.transparent = true;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <color_fragment>',
      '#include <color_fragment>\nif (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;',
    );
  };
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = 4;
  let count = 0;
  return {
    points,
    /** Width in pixels, as a factor. */
    resize(factor: number) {
      material.size = factor * DOT;
    },
    clear() {
      count = 0;
    },
    add(at: Float64Array, colour: THREE.Color) {
      if (count >= MOST_TIPS) return;
      positions.set(at, 3 * count);
      colour.toArray(colours, 3 * count);
      count++;
    },
    finish() {
      geometry.setDrawRange(0, count);
      points.visible = count > 0;
      for (const name of ['position', 'color']) geometry.getAttribute(name).needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
