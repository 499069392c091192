/** Something that acts before and after every internal step of an engine. */
export interface StepHook {
  before(h: number): void;
  after(): void;
}

/** The hooks of one world. They share a wrapper, so that vehicles that come and go do not pile up wrappers. */
interface HookGroup {
  hooks: StepHook[];
  /** Step methods may call each other: the outermost one counts. */
  isStepping: boolean;
  restores: (() => void)[];
}

const GROUP = Symbol('vehicles of this world');

type Step = ((a?: unknown, b?: unknown) => void) & { [GROUP]?: HookGroup };

export interface StepMethod {
  owner: object;
  name: string;
}

/**
 * Runs a hook around the step methods of a world, of which the engine or the friction handle may have several. `length` returns the length
 * of the step from its first argument. Returns the function that ends it.
 */
export function hookStep(
  methods: readonly StepMethod[],
  length: (first: unknown) => number,
  hook: StepHook,
): () => void {
  const found = methods.map(({ owner, name }) => (Reflect.get(owner, name) as Step)[GROUP]).find(Boolean);
  const group: HookGroup = found ?? { hooks: [], isStepping: false, restores: [] };
  for (const { owner, name } of methods) {
    if ((Reflect.get(owner, name) as Step)[GROUP] !== group) group.restores.push(wrap(owner, name, length, group));
  }
  group.hooks.push(hook);
  return () => {
    const at = group.hooks.indexOf(hook);
    if (at >= 0) group.hooks.splice(at, 1);
    if (group.hooks.length > 0 || group.isStepping) return;
    for (const restore of group.restores.splice(0).reverse()) restore();
  };
}

function wrap(owner: object, name: string, length: (first: unknown) => number, group: HookGroup): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const original = Reflect.get(owner, name) as Step;
  const step: Step = (a, b) => {
    if (group.isStepping) {
      original.call(owner, a, b);
      return;
    }
    const { hooks } = group;
    const h = length(a);
    group.isStepping = true;
    let begun = 0;
    try {
      for (; begun < hooks.length; begun++) hooks[begun].before(h);
      original.call(owner, a, b);
    } finally {
      // In reverse: each one finds the forces that it has left.
      for (let k = Math.min(begun, hooks.length) - 1; k >= 0; k--) hooks[k].after();
      group.isStepping = false;
    }
  };
  step[GROUP] = group;
  Reflect.set(owner, name, step);
  return () => {
    if (Reflect.get(owner, name) !== step) return; // wrapped by someone else since: it stays and passes on
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  };
}
