export function requireNotInstalled(installed: WeakSet<object>, world: object): void {
  if (!installed.has(world)) return;
  throw new Error('installFloor: this world has a floor already; call uninstall() on its handle first');
}
