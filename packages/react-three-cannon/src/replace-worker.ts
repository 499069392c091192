/** How the build of @react-three/cannon contains its worker: as a string, on one line. */
const WORKER = /^(?:var|let|const) (\w+) = createBase64WorkerFactory\('[^\n]*$/gm;

/**
 * Makes `dist/index.js` of @react-three/cannon (or of @pmndrs/cannon-worker-api) use another worker. `module`: what to import; its default export
 * makes the worker, called with `new`. For bundlers other than Vite.
 */
export function replaceWorker(code: string, module: string): string {
  const found = [...code.matchAll(WORKER)];
  if (found.length !== 1) {
    throw new Error(
      `replaceWorker: the code must contain one worker, as in @react-three/cannon 6.6.0 (got ${found.length}); the version is not supported`,
    );
  }
  const [[line, name]] = found;
  return `import FrictionWorker from ${JSON.stringify(module)};\n${code.replace(line, () => `const ${name} = FrictionWorker;`)}`;
}
