import { DEFAULT_STRIBECK_SPEED, type Preset } from '../src/preset.js';

/**
 * The text of src/laws.ts: the law of each preset with its numbers written out, so that a bundle that imports one law gets neither the
 * table nor the other laws.
 */
export function lawsSource(presets: Readonly<Record<string, Preset>>): string {
  const list = Object.entries(presets);
  return [
    '// Written by scripts/generate.ts from presets.ts. Do not edit.',
    "import { coulomb, type FrictionLaw, rolling, stribeck } from '@stiction/friction-core';",
    ...list.map(([id, preset]) => `\n${comment(preset)}\n${statement(id, preset)}`),
    '',
  ].join('\n');
}

function comment({ name, static: atRest, kinetic, rollingLever, range }: Preset): string {
  const mu = atRest === kinetic ? `μ ${atRest}` : `μ ${atRest} at rest, ${kinetic} sliding`;
  const lever = rollingLever === undefined ? '' : `, rolling lever ${rollingLever} m`;
  return `/** ${name}: ${mu} (${range[0]} to ${range[1]})${lever}. */`;
}

/** Formatted as Biome does it. */
function statement(id: string, preset: Preset): string {
  const start = `export const ${id}: FrictionLaw = `;
  const law = slidingLaw(preset);
  if (preset.rollingLever === undefined) return `${start}${law};`;
  const radius = `radius: ${preset.rollingLever}`;
  const line = `${start}/* @__PURE__ */ rolling(${law}, { ${radius} });`;
  if (line.length <= 120) return line;
  const opened = `${start}/* @__PURE__ */ rolling(${law}, {`;
  if (opened.length <= 120) return `${opened}\n  ${radius},\n});`;
  return `${start}/* @__PURE__ */ rolling(\n  ${law},\n  { ${radius} },\n);`;
}

function slidingLaw({ static: atRest, kinetic, stribeckSpeed = DEFAULT_STRIBECK_SPEED }: Preset): string {
  return atRest === kinetic
    ? `/* @__PURE__ */ coulomb({ mu: ${atRest} })`
    : `/* @__PURE__ */ stribeck({ muS: ${atRest}, muC: ${kinetic}, vS: ${stribeckSpeed} })`;
}
