import { distributedModel, limitSurface, reducedModel } from '@stiction/limit-surface';
import {
  checkpointError,
  checkpoints,
  DT,
  out,
  rmse,
  STEPS,
  shapes,
  twists,
} from '../../packages/limit-surface/test/models/profile.js';
import { exactShape, maskedGrid, P1 } from '../../packages/limit-surface/test/models/support.js';

/**
 * The motion of [Waltersson] Fig. 5, all 5 s for all six shapes, which takes minutes: `tsx bench/src/limit-surface-profile.ts`. Compares
 * the distributed model of 101 × 101 cells with the checkpoints of the reference, and coarser cells, tables and the ellipsoid with it:
 * root mean square error of force and torque, in percent of the largest.
 */

/** Shapes as arguments, or all. */
const wanted = process.argv.length > 2 ? shapes.filter((name) => process.argv.includes(name)) : shapes;
const percent = ([force, torque]: [number, number]): string => `${force.toFixed(3)} / ${torque.toFixed(3)}`;

console.log(
  '| shape | 101 × 101 against the checkpoints, N | 21 × 21 cells | reduced, paper | reduced, N 101, 50 nodes | N 101, default | exact shape | ellipsoid |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const name of wanted) {
  const fine = maskedGrid(name, 101);
  const cells = [`**${name}**`];
  distributedModel(fine, P1).steps(twists, STEPS + 1, 1, DT, out);
  cells.push(checkpointError(checkpoints[`${name}_p1`], 5, fine.r).toExponential(1));
  distributedModel(maskedGrid(name, 21), P1).steps(twists, STEPS + 1, 1, DT, out);
  cells.push(percent(rmse(name)));
  const paper = { map: 'spherical', interpolation: 'linear', resolution: 20 } as const;
  for (const surface of [
    limitSurface(maskedGrid(name, 21), paper),
    limitSurface(fine, { resolution: 50 }),
    limitSurface(fine),
    limitSurface(exactShape(name[0].toLowerCase() + name.slice(1))),
  ]) {
    reducedModel(surface, P1).steps(twists, STEPS + 1, 1, DT, out);
    cells.push(percent(rmse(name)));
  }
  reducedModel(limitSurface(fine), P1, { surface: 'ellipsoid' }).steps(twists, STEPS + 1, 1, DT, out);
  cells.push(percent(rmse(name)));
  console.log(`| ${cells.join(' | ')} |`);
}
