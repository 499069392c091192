import type { BodySpec, Vector } from '@stiction/scenes';
import type { Look } from '@stiction/scenes/demo';
import * as THREE from 'three';
import type { Run } from '../run.js';
import { type PerSide, SIDES, type Side } from '../sides.js';
import type { Theme } from '../theme.js';
import { type BodyMeshes, createBodyMeshes, type Drawn } from './body-meshes.js';
import type { Extras } from './extras.js';
import { createFloor } from './floor.js';
import { createGhost } from './ghost.js';
import { createHandMarks } from './hand-marks.js';
import { createForceScale, createOverlay, followForces, type Overlay } from './overlay.js';
import { createProps } from './props.js';
import { createSprings, type DrawnSprings } from './springs.js';
import type { Materials } from './surfaces.js';
import { createTerrain } from './terrain.js';
import { createTrails, type Trails } from './trails.js';

/** Everything drawn for a run: floors and props shared by both halves, and the bodies of each. */
export interface StageSet {
  readonly group: THREE.Group;
  /** Updates all poses. */
  place(run: Run, forces: boolean, selected: string | null): void;
  /** The force of the full length [N]; 0 if no forces are drawn. */
  readonly largestForce: number;
  /** Shows one side only. */
  show(side: Side): void;
  /** Displacement of the followed body, in the drawing. */
  followed(side: Side, run: Run, out: THREE.Vector3): void;
  /** The body that a ray hits, and where, in the scene and in the body's frame. */
  pick(side: Side, raycaster: THREE.Raycaster): { body: string; point: Vector; localPoint: Vector } | undefined;
  /** Highlights a body. */
  setHover(body: string | null): void;
  dispose(): void;
}

/** Visible range of floors as a multiple of the eye distance; larger if the view follows a body. */
const FLOOR_REACH = 3;
const FOLLOWED_REACH = 25;
/** Depth of the substitute floor for scenes without a ground, as a share of the eye distance. */
const BELOW = 0.22;
/** A layer that no camera draws. */
const HIDDEN = 31;

export interface StageSetup {
  theme: Theme;
  halves: PerSide<HTMLElement>;
  materials: Materials;
  /** Of the eye. */
  distance: number;
  /** Something to draw has been loaded. */
  changed(): void;
}

export function createSet(run: Run, setup: StageSetup): StageSet {
  const { theme, halves, materials, distance, changed } = setup;
  const { demo, values, sides } = run;
  const { bodies } = sides.stock.scene;
  const parts = (demo.parts?.(values) ?? []).map((part, k) => ({ ...part, name: `part ${k}` }));
  const looks = { ...demo.looks?.(values), ...Object.fromEntries(parts.map((part) => [part.name, part])) };
  const drawn: Drawn[] = [...bodies, ...parts.map(({ name, shape }): Drawn => ({ name, shape, kind: 'kinematic' }))];
  const group = new THREE.Group();
  if (demo.rotation) group.quaternion.set(...demo.rotation(values));
  const used: { dispose(): void }[] = [];
  const keep = <T extends { dispose(): void }>(thing: T): T => {
    used.push(thing);
    return thing;
  };

  keep(materials);
  const meshes = {} as PerSide<BodyMeshes>;
  const overlays = {} as PerSide<Overlay>;
  const trails: Partial<PerSide<Trails>> = {};
  const springs: Partial<PerSide<DrawnSprings>> = {};
  const scale = createForceScale(sides.stock.scene);
  for (const side of SIDES) {
    const colours = { dynamic: theme[side], fixed: theme.ramp, kinematic: theme.carrier };
    meshes[side] = keep(createBodyMeshes(drawn, looks, (kind) => colours[kind], materials));
    overlays[side] = keep(createOverlay(sides[side].patches, scale, { theme, distance, isStock: side === 'stock' }));
    group.add(meshes[side].group, overlays[side].group);
    if (demo.springs) {
      const coils = keep(createSprings(demo.springs, bodies, materials));
      springs[side] = coils;
      meshes[side].group.add(coils.mesh);
    }
    if (!demo.trails) continue;
    const trail = keep(createTrails(side, theme, distance));
    trails[side] = trail;
    group.add(trail.object);
  }
  const props = keep(createProps(demo.props?.(values) ?? [], theme, materials));
  group.add(props.group);
  for (const mesh of createFloors(run, setup, looks, keep)) group.add(mesh);
  const ghost = createGhost(demo, values, bodies, theme);
  if (ghost) group.add(keep(ghost).group);

  const hand = keep(createHandMarks(bodies, looks, theme));
  group.add(hand.group);
  let hover: string | null = null;

  const extras: Partial<PerSide<Extras>> = {};
  let isGone = false;
  const { probe } = sides.stiction;
  if (probe.marks || probe.circles) void addExtras();

  /** Few scenes need them, so they are loaded late. */
  async function addExtras(): Promise<void> {
    const { createExtras } = await import('./extras.js');
    if (isGone) return;
    for (const side of SIDES) {
      const added = keep(createExtras(run, side, halves[side], theme));
      extras[side] = added;
      added.group.visible = meshes[side].group.visible;
      added.update(run);
      group.add(added.group);
    }
    changed();
  }

  const poses = new Float32Array(7 * drawn.length);
  const shown = { stock: poses.slice(), stiction: poses.slice() };
  const followed = demo.view.follow ? bodies.findIndex(({ name }) => name === demo.view.follow) : -1;
  const ways = { stock: new THREE.Vector3(), stiction: new THREE.Vector3() };

  return {
    group,
    place(now, forces, selected) {
      for (const side of SIDES) {
        now.poses[side].read(now.share, poses);
        shown[side].set(poses);
        meshes[side].place(poses);
        overlays[side].update(forces, selected);
        extras[side]?.update(now);
        trails[side]?.update(now);
        springs[side]?.place(poses);
        // A view that followed the held body would carry the pointer along.
        if (followed >= 0 && !now.held && !Number.isNaN(poses[7 * followed])) {
          const start = bodies[followed].position;
          ways[side].fromArray(poses, 7 * followed).sub(new THREE.Vector3(...start));
        }
      }
      hand.place(now.held, hover, shown);
      followForces(scale);
      if (ghost && now.isComparable) ghost.place(Math.max(0, now.time - (1 - now.share) * now.dt));
      else if (ghost) ghost.group.visible = false;
    },
    get largestForce() {
      return scale.drawn > 0 ? scale.largest : 0;
    },
    show(side) {
      hand.show(side);
      for (const other of SIDES) {
        meshes[other].group.visible = other === side;
        overlays[other].group.visible = other === side;
        const trail = trails[other];
        if (trail) trail.object.layers.set(other === side ? 0 : HIDDEN);
        const extra = extras[other];
        if (extra) extra.group.visible = other === side;
      }
    },
    followed(side, _run, out) {
      out.copy(ways[side]).applyQuaternion(group.quaternion);
    },
    pick(side, raycaster) {
      const [hit] = raycaster.intersectObject(meshes[side].group, true);
      const body = hit && meshes[side].bodyOf(hit.object, hit.instanceId ?? 0);
      if (body === undefined || !bodies[body]) return undefined;
      const point = group.worldToLocal(hit.point);
      const place = new THREE.Vector3().fromArray(shown[side], 7 * body);
      const back = new THREE.Quaternion().fromArray(shown[side], 7 * body + 3).invert();
      return {
        body: bodies[body].name,
        point: point.toArray(),
        localPoint: point.clone().sub(place).applyQuaternion(back).toArray(),
      };
    },
    setHover(body) {
      hover = body;
    },
    dispose() {
      isGone = true;
      for (const thing of used) thing.dispose();
    },
  };
}

/** One floor per ground, or a level one below everything. */
function createFloors(
  { demo, sides, values }: Run,
  { theme, materials, distance }: StageSetup,
  looks: Readonly<Record<string, Look>>,
  keep: <T extends { dispose(): void }>(thing: T) => T,
): THREE.Object3D[] {
  const target = new THREE.Vector3(...demo.view.target);
  const reach = distance * (demo.view.follow ? FOLLOWED_REACH : FLOOR_REACH);
  const grounds = sides.stock.scene.bodies.filter(({ name, shape }) => shape.kind === 'ground' && !looks[name]?.hidden);
  const floors = grounds.map((spec) => placeFloor(spec, looks[spec.name]));
  if (grounds.length === 0) floors.push(levelFloor());
  return floors;

  function placeFloor({ position, rotation = [0, 0, 0, 1] }: BodySpec, look: Look | undefined): THREE.Object3D {
    const holder = new THREE.Group();
    holder.position.set(...position);
    holder.quaternion.set(...rotation);
    holder.updateMatrixWorld();
    const { terrain } = sides.stock.scene;
    if (terrain) {
      holder.add(keep(createTerrain(terrain, theme, materials, look)).mesh);
      return holder;
    }
    const centre = holder.worldToLocal(target.clone());
    holder.add(keep(createFloor(theme, { centre, reach, distance }, materials, look)).mesh);
    return holder;
  }

  /** Under the lowest drawn point if the drawing is rotated, otherwise well below everything that could move. */
  function levelFloor(): THREE.Object3D {
    const holder = new THREE.Group();
    const turn = new THREE.Quaternion(...(demo.rotation?.(values) ?? [0, 0, 0, 1]));
    const props = createProps(demo.props?.(values) ?? [], theme, materials);
    props.group.quaternion.copy(turn);
    const foot = new THREE.Box3().setFromObject(props.group, true).min.z;
    props.dispose();
    const lowest = Math.min(...sides.stock.scene.bodies.map(({ position }) => position[2]));
    const height = demo.floor ?? (demo.rotation && Number.isFinite(foot) ? foot : lowest - BELOW * distance);
    const back = turn.clone().invert();
    holder.quaternion.copy(back);
    holder.position.set(0, 0, height).applyQuaternion(back);
    holder.add(keep(createFloor(theme, { centre: target, reach, distance }, materials)).mesh);
    return holder;
  }
}
