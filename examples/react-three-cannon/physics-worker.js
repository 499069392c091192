// The worker of <Physics>: laws are set here, by the names of materials.
import { coulomb, stribeck } from '@stiction/friction-core';
import { startPhysics } from '@stiction/react-three-cannon/worker';

startPhysics({ default: coulomb({ mu: 0.3 }) }, (friction) => {
  friction.setPair('floor', 'ice', coulomb({ mu: 0.1 }));
  friction.setPair('floor', 'rubber', stribeck({ muS: 0.9, muC: 0.8, vS: 0.01 }));
});
