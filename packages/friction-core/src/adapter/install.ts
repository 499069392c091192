/** Checks of what the user passes to `installFriction` and to its handle. */

export function requireBoolean(owner: string, option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${owner}: ${option} must be true or false (got ${String(value)})`);
}

export function requireMaterialName(owner: string, name: unknown): void {
  if (typeof name === 'string' && name !== '') return;
  throw new TypeError(`${owner}: name must be a non-empty string (got ${String(name)})`);
}

/** `installed`: the worlds with friction. */
export function requireNotInstalled(installed: WeakSet<object>, world: object): void {
  if (!installed.has(world)) return;
  throw new Error('installFriction: friction is already installed on this world; call uninstall() on its handle first');
}
