import { existsSync, readFileSync } from 'node:fs';
import { type BuildOptions, loadEngine, type Scene } from '@stiction/scenes';
import type { Peer, PeerFeatures, PeerMaterials, PeerWorld } from '../../peers/src/peer.js';

/** One column of the league: a stock engine, the engine with Stiction (two scopes in Rapier), or a peer. */
export interface Contestant {
  name: string;
  label: string;
  kind: 'stock' | 'stiction' | 'peer';
  engine: string;
  /** Stiction in Rapier: which colliders it acquires. */
  scope?: 'special' | 'all';
  load(): Promise<Loaded>;
}

interface Loaded {
  version: string;
  settings: readonly string[];
  features: PeerFeatures;
  build(scene: Scene): PeerWorld;
}

const NO_MATERIALS: PeerMaterials = {
  anisotropic: false,
  spinningRadius: false,
  rollingRadius: false,
  staticKinetic: false,
  surfaceVelocity: false,
};

/** The stock engines, with the features that their documentation lists. */
const ENGINES: readonly {
  engine: string;
  label: string;
  npm: string;
  adapter: string;
  documented: PeerFeatures['documented'];
  load(): Promise<(scene: Scene, options: BuildOptions) => PeerWorld>;
}[] = [
  {
    engine: 'cannon',
    label: 'cannon-es',
    npm: 'cannon-es',
    adapter: '@stiction/cannon-adapter',
    documented: { perPair: 'ContactMaterial', swap: 'ContactMaterial.friction' },
    load: () => loadEngine('cannon'),
  },
  {
    engine: 'rapier',
    label: 'Rapier',
    npm: '@dimforge/rapier3d-compat',
    adapter: '@stiction/rapier-adapter',
    documented: { swap: 'Collider.setFriction' },
    load: () => loadEngine('rapier'),
  },
  {
    engine: 'crashcat',
    label: 'crashcat',
    npm: 'crashcat',
    adapter: '@stiction/crashcat-adapter',
    documented: { isotropic: 'RigidBody.friction', trueNormal: 'RigidBody.friction', swap: 'RigidBody.friction' },
    load: async () => (await import('@stiction/scenes/crashcat')).createCrashcatWorld,
  },
];

const STICTION: PeerFeatures['documented'] = {
  texture: '`textured`',
  perPair: '`setPair`',
  swap: '`setPair` between steps',
};

const PEERS: readonly { name: string; label: string; npm: string; load: string }[] = [
  { name: 'jolt', label: 'Jolt', npm: 'jolt-physics', load: 'loadJolt' },
  { name: 'physx', label: 'PhysX', npm: 'physx-js-webidl', load: 'loadPhysx' },
  { name: 'ammo', label: 'Bullet', npm: 'ammojs3', load: 'loadAmmo' },
  { name: 'havok', label: 'Havok', npm: '@babylonjs/havok', load: 'loadHavok' },
  { name: 'mujoco', label: 'MuJoCo', npm: '@mujoco/mujoco', load: 'loadMujoco' },
];

/** How Stiction is installed. Rapier also gets a column with every collider acquired. */
const SETTINGS: readonly { engine?: string; name: string; kind: 'stock' | 'stiction'; scope?: 'all' }[] = [
  { name: 'stock', kind: 'stock' },
  { name: 'stiction', kind: 'stiction' },
  { engine: 'rapier', name: 'all', kind: 'stiction', scope: 'all' },
];

export const CONTESTANTS: readonly Contestant[] = [
  ...ENGINES.flatMap(({ engine, label, npm, adapter, documented, load }) =>
    SETTINGS.filter((one) => (one.engine ?? engine) === engine).map(({ name, kind, scope }): Contestant => {
      const stiction = kind === 'stiction';
      return {
        name: `${engine}-${name}`,
        label: stiction ? `Stiction in ${label}${scope ? ', all acquired' : ''}` : label,
        kind,
        engine,
        ...(scope && { scope }),
        async load() {
          const build = await load();
          return {
            version: stiction ? `${adapter} in ${npm} ${versionOf(npm)}` : `${npm} ${versionOf(npm)}`,
            settings: scope ? [`scope: '${scope}'`] : [],
            features: { materials: NO_MATERIALS, documented: stiction ? STICTION : documented },
            build: (scene) => build(scene, { stiction, ...(scope && { scope }) }),
          };
        },
      };
    }),
  ),
  ...PEERS.map(
    ({ name, label, load }): Contestant => ({
      name,
      label,
      kind: 'peer',
      engine: name,
      async load() {
        // A dynamic path, unknown to the compiler: peers exist only after installPeers().
        const file = new URL(`../../peers/src/${name}-world.ts`, import.meta.url).href;
        const module = (await import(file)) as { [key: string]: (() => Promise<Peer>) | undefined };
        const make = module[load];
        if (!make) throw new Error(`${name}-world.ts has no ${load}`);
        return await make();
      },
    }),
  ),
];

export function findContestant(name: string): Contestant {
  const found = CONTESTANTS.find((one) => one.name === name);
  if (!found)
    throw new Error(`no contestant '${name}'; known contestants: ${CONTESTANTS.map((one) => one.name).join(', ')}`);
  return found;
}

/** Version of an npm package as installed in this repository. */
function versionOf(npm: string): string {
  for (let folder = new URL('../../', import.meta.url); ; folder = new URL('../', folder)) {
    const file = new URL(`node_modules/${npm}/package.json`, folder);
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    if (folder.pathname === '/') throw new Error(`${npm} is not installed`);
  }
}
