import type { Gl2 } from '../../src/webgl/index.js';

/** A context that draws nothing: it counts created and deleted objects and reads back the test's pixels. */
export interface FakeGl {
  gl: Gl2;
  /** Number of live objects by kind. */
  alive: Record<string, number>;
  calls: { name: string; args: unknown[] }[];
  lost: boolean;
  /** Result of clientWaitSync, the name of a constant of the context. */
  status: string;
  /** Contents of the pack buffer. */
  bytes: Uint8Array;
}

export function fakeGl(): FakeGl {
  const numbers = new Map<PropertyKey, number>();
  const fake: FakeGl = {
    gl: null as unknown as Gl2,
    alive: {},
    calls: [],
    lost: false,
    status: 'ALREADY_SIGNALED',
    bytes: new Uint8Array(0),
  };
  const special: { [name: string]: (...args: never[]) => unknown } = {
    isContextLost: () => fake.lost,
    getParameter: () => 4096,
    isEnabled: () => false,
    getUniformLocation: () => ({}),
    checkFramebufferStatus: () => fake.gl.FRAMEBUFFER_COMPLETE,
    clientWaitSync: () => (fake.gl as unknown as { [name: string]: number })[fake.status],
    getBufferSubData: (_target: number, _from: number, to: Uint8Array, _at: number, length: number) =>
      to.set(fake.bytes.subarray(0, length)),
    getShaderParameter: () => true,
    getProgramParameter: () => true,
  };
  fake.gl = new Proxy({} as Gl2, {
    get(_, key) {
      const name = String(key);
      if (/^[A-Z]/.test(name)) {
        if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
        return numbers.get(name);
      }
      return (...args: never[]) => {
        fake.calls.push({ name, args });
        if (name in special) return special[name](...args);
        const kind = name === 'fenceSync' ? 'Sync' : /^(?:create|delete)(\w+)$/.exec(name)?.[1];
        if (kind === undefined) return undefined;
        fake.alive[kind] = (fake.alive[kind] ?? 0) + (name.startsWith('delete') ? -1 : 1);
        return name.startsWith('delete') ? undefined : { kind };
      };
    },
  });
  return fake;
}
