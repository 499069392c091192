// Written by scripts/generate.ts from presets.ts. Do not edit.
import { coulomb, type FrictionLaw, rolling, stribeck } from '@stiction/friction-core';

/** Tyre on dry asphalt: μ 0.85 at rest, 0.75 sliding (0.5 to 1.2), rolling lever 0.0045 m. */
export const tyreOnDryAsphalt: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.85, muC: 0.75, vS: 3 }),
  { radius: 0.0045 },
);

/** Tyre on wet asphalt: μ 0.6 at rest, 0.5 sliding (0.25 to 0.8), rolling lever 0.0045 m. */
export const tyreOnWetAsphalt: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.6, muC: 0.5, vS: 3 }),
  { radius: 0.0045 },
);

/** Tyre on dry concrete: μ 0.85 at rest, 0.75 sliding (0.6 to 1.2), rolling lever 0.0045 m. */
export const tyreOnDryConcrete: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.85, muC: 0.75, vS: 3 }),
  { radius: 0.0045 },
);

/** Tyre on gravel: μ 0.6 at rest, 0.55 sliding (0.35 to 0.7), rolling lever 0.006 m. */
export const tyreOnGravel: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.6, muC: 0.55, vS: 0.01 }),
  { radius: 0.006 },
);

/** Tyre on packed snow: μ 0.2 at rest, 0.15 sliding (0.1 to 0.4). */
export const tyreOnPackedSnow: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.2, muC: 0.15, vS: 0.01 });

/** Tyre on ice: μ 0.1 at rest, 0.07 sliding (0.03 to 0.2). */
export const tyreOnIce: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.07, vS: 0.01 });

/** Rubber on dry concrete: μ 1 at rest, 0.7 sliding (0.6 to 1.2). */
export const rubberOnDryConcrete: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 1, muC: 0.7, vS: 0.01 });

/** Rubber on wet concrete: μ 0.7 at rest, 0.5 sliding (0.25 to 0.8). */
export const rubberOnWetConcrete: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.7, muC: 0.5, vS: 0.01 });

/** Train wheel on dry rail: μ 0.4 at rest, 0.35 sliding (0.2 to 0.6), rolling lever 0.0005 m. */
export const trainWheelOnDryRail: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.4, muC: 0.35, vS: 0.01 }),
  { radius: 0.0005 },
);

/** Train wheel on wet rail: μ 0.25 at rest, 0.2 sliding (0.05 to 0.35), rolling lever 0.0005 m. */
export const trainWheelOnWetRail: FrictionLaw = /* @__PURE__ */ rolling(
  /* @__PURE__ */ stribeck({ muS: 0.25, muC: 0.2, vS: 0.01 }),
  { radius: 0.0005 },
);

/** Steel on steel, dry: μ 0.74 at rest, 0.57 sliding (0.3 to 0.8). */
export const steelOnSteel: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.74, muC: 0.57, vS: 0.01 });

/** Steel on steel, lubricated: μ 0.1 at rest, 0.05 sliding (0.03 to 0.2). */
export const steelOnSteelLubricated: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.05, vS: 0.01 });

/** Cast iron on cast iron: μ 1.1 at rest, 0.15 sliding (0.15 to 1.1). */
export const castIronOnCastIron: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 1.1, muC: 0.15, vS: 0.01 });

/** Cast iron on steel: μ 0.4 at rest, 0.23 sliding (0.2 to 0.45). */
export const castIronOnSteel: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.4, muC: 0.23, vS: 0.01 });

/** Aluminium on steel: μ 0.61 at rest, 0.47 sliding (0.3 to 0.65). */
export const aluminiumOnSteel: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.61, muC: 0.47, vS: 0.01 });

/** Brass on steel: μ 0.51 at rest, 0.44 sliding (0.3 to 0.55). */
export const brassOnSteel: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.51, muC: 0.44, vS: 0.01 });

/** Sintered bronze on steel, oiled: μ 0.13 (0.05 to 0.2). */
export const bronzeOnSteelOiled: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.13 });

/** Copper on steel: μ 0.53 at rest, 0.36 sliding (0.3 to 0.6). */
export const copperOnSteel: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.53, muC: 0.36, vS: 0.01 });

/** Graphite on steel: μ 0.1 (0.08 to 0.2). */
export const graphiteOnSteel: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.1 });

/** Brake pad on cast iron: μ 0.4 (0.2 to 0.55). */
export const brakePadOnCastIron: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.4 });

/** Glass on glass: μ 0.94 at rest, 0.4 sliding (0.1 to 1). */
export const glassOnGlass: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.94, muC: 0.4, vS: 0.01 });

/** Rock on rock: μ 0.65 (0.4 to 1). */
export const rockOnRock: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.65 });

/** Concrete on concrete: μ 0.6 (0.5 to 1). */
export const concreteOnConcrete: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.6 });

/** Steel on concrete: μ 0.57 (0.4 to 0.7). */
export const steelOnConcrete: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.57 });

/** Wood on wood: μ 0.5 at rest, 0.3 sliding (0.2 to 0.65). */
export const woodOnWood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.5, muC: 0.3, vS: 0.01 });

/** Wood on metal: μ 0.5 at rest, 0.3 sliding (0.2 to 0.6). */
export const woodOnMetal: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.5, muC: 0.3, vS: 0.01 });

/** Leather on wood: μ 0.61 at rest, 0.52 sliding (0.3 to 0.65). */
export const leatherOnWood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.61, muC: 0.52, vS: 0.01 });

/** Leather on metal: μ 0.6 at rest, 0.56 sliding (0.2 to 0.65). */
export const leatherOnMetal: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.6, muC: 0.56, vS: 0.01 });

/** PTFE on PTFE: μ 0.04 (0.04 to 0.2). */
export const ptfeOnPtfe: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.04 });

/** PTFE on steel: μ 0.04 (0.04 to 0.2). */
export const ptfeOnSteel: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.04 });

/** Nylon on nylon: μ 0.2 (0.15 to 0.25). */
export const nylonOnNylon: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.2 });

/** Polyethylene on steel: μ 0.2 (0.1 to 0.25). */
export const polyethyleneOnSteel: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.2 });

/** Ice on ice: μ 0.1 at rest, 0.03 sliding (0.02 to 0.15). */
export const iceOnIce: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.03, vS: 0.01 });

/** Steel on ice: μ 0.1 at rest, 0.02 sliding (0.01 to 0.4). */
export const steelOnIce: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.02, vS: 0.01 });

/** Skate on ice: μ 0.005 (0.003 to 0.01). */
export const skateOnIce: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.005 });

/** Ski on snow: μ 0.05 (0.02 to 0.2). */
export const skiOnSnow: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.05 });

/** Waxed wood on wet snow: μ 0.14 at rest, 0.1 sliding (0.04 to 0.2). */
export const waxedWoodOnWetSnow: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.14, muC: 0.1, vS: 0.01 });

/** Curling stone on pebbled ice: μ 0.01 (0.005 to 0.025). */
export const curlingStoneOnIce: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.01 });

/** Hockey puck on ice: μ 0.1 at rest, 0.06 sliding (0.02 to 0.15). */
export const hockeyPuckOnIce: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.06, vS: 0.01 });

/** Shoe sole on dry tile: μ 0.7 at rest, 0.6 sliding (0.4 to 1). */
export const shoeOnDryTile: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.7, muC: 0.6, vS: 0.01 });

/** Shoe sole on wet tile: μ 0.4 at rest, 0.3 sliding (0.1 to 0.6). */
export const shoeOnWetTile: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.4, muC: 0.3, vS: 0.01 });

/** Shoe sole on a wooden floor: μ 0.9 at rest, 0.7 sliding (0.3 to 1). */
export const shoeOnWood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.9, muC: 0.7, vS: 0.01 });

/** Shoe sole on ice: μ 0.1 at rest, 0.05 sliding (0.02 to 0.2). */
export const shoeOnIce: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.1, muC: 0.05, vS: 0.01 });

/** Billiard ball on cloth: μ 0.2 (0.15 to 0.4), rolling lever 0.00029 m. */
export const billiardBallOnCloth: FrictionLaw = /* @__PURE__ */ rolling(/* @__PURE__ */ coulomb({ mu: 0.2 }), {
  radius: 0.00029,
});

/** Billiard ball on billiard ball: μ 0.06 (0.01 to 0.11). */
export const billiardBallOnBall: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.06 });

/** Bowling ball on an oiled lane: μ 0.04 (0.02 to 0.08). */
export const bowlingBallOnOiledLane: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.04 });

/** Bowling ball on a dry lane: μ 0.2 (0.1 to 0.32). */
export const bowlingBallOnDryLane: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.2 });

/** Cardboard on cardboard: μ 0.5 at rest, 0.375 sliding (0.2 to 0.6). */
export const cardboardOnCardboard: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.5, muC: 0.375, vS: 0.01 });

/** Cardboard on wood: μ 0.5 at rest, 0.375 sliding (0.2 to 0.6). */
export const cardboardOnWood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.5, muC: 0.375, vS: 0.01 });

/** Cardboard on a rubber belt: μ 0.65 (0.4 to 0.8). */
export const cardboardOnRubberBelt: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.65 });

/** Wooden pallet on plywood: μ 0.45 at rest, 0.34 sliding (0.2 to 0.5). */
export const palletOnPlywood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.45, muC: 0.34, vS: 0.01 });

/** Plastic pallet on plywood: μ 0.2 at rest, 0.15 sliding (0.1 to 0.3). */
export const plasticPalletOnPlywood: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.2, muC: 0.15, vS: 0.01 });

/** Paper on paper: μ 0.5 at rest, 0.4 sliding (0.2 to 0.7). */
export const paperOnPaper: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.5, muC: 0.4, vS: 0.01 });

/** Climbing rope on a carabiner: μ 0.25 (0.15 to 0.4). */
export const ropeOnCarabiner: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.25 });

/** Skin on a smooth surface: μ 0.5 (0.2 to 1.5). */
export const skinOnSmoothSurface: FrictionLaw = /* @__PURE__ */ coulomb({ mu: 0.5 });

/** Synovial joint: μ 0.016 at rest, 0.015 sliding (0.002 to 0.03). */
export const synovialJoint: FrictionLaw = /* @__PURE__ */ stribeck({ muS: 0.016, muC: 0.015, vS: 0.01 });
