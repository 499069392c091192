import type { RawManifold } from '../install/engine.js';

/**
 * The engine's bindings create an object for every pair and manifold that is read, and register it with a FinalizationRegistry: three quarters of the
 * cost of reading a contact. While contacts are read, and only our code runs, one object of each kind is reused. Unknown bindings are left alone.
 */
export interface WrapperPool {
  begin(): void;
  end(): void;
}

interface Wrapped {
  __wbg_ptr: number;
  __destroy_into_raw(): number;
}

interface Wrapper {
  prototype: Wrapped;
  __wrap(pointer: number): Wrapped;
}

/** `sample` is any pair or manifold, not yet freed. */
export function createWrapperPool(sample: RawManifold | object): WrapperPool | null {
  const Type = sample.constructor as unknown as Wrapper;
  const { __wbg_ptr: pointer } = sample as Wrapped;
  const usual = Type.__wrap;
  if (typeof pointer !== 'number' || typeof usual !== 'function' || Object.isFrozen(Type)) return null;
  if (typeof Type.prototype.__destroy_into_raw !== 'function') return null;
  const one = Object.create(Type.prototype) as Wrapped;
  one.__wbg_ptr = 0;
  one.__destroy_into_raw = () => {
    const freed = one.__wbg_ptr;
    one.__wbg_ptr = 0;
    return freed;
  };
  const reuse = (next: number) => {
    one.__wbg_ptr = next;
    return one;
  };
  return {
    begin() {
      Type.__wrap = reuse;
    },
    end() {
      Type.__wrap = usual;
    },
  };
}
