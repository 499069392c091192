// Adds to vitest's reporter: the progress of a group, and for each failure its figures and the command to run it alone.
import { relative } from 'node:path';
import { root } from './workspace.mjs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').Reporter} Reporter */

/** Progress messages per run. */
const TIMES = 10;
/** Files listed by CPU time. */
const SHOWN = 10;

/** A quoted pattern for vitest's `-t` that matches only this name. @type {(name: string) => string} */
const quote = (name) => `"^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/["$`\\]/g, '\\$&')}$"`;

/** The files that used most CPU time, from testing/file-cpu.mjs [s]. @param {readonly TestModule[]} modules */
const mostExpensive = (modules) =>
  modules
    .map((module) => ({ name: module.relativeModuleId, cpu: /** @type {{ cpu?: number }} */ (module.meta()).cpu ?? 0 }))
    .sort((a, b) => b.cpu - a.cpu)
    .slice(0, SHOWN);

/** @implements {Reporter} */
export default class TestReporter {
  #files = 0;
  #ended = 0;
  #passed = 0;
  #failed = 0;
  #start = 0;

  /** @param {readonly unknown[]} specifications */
  onTestRunStart(specifications) {
    this.#files = specifications.length;
    this.#ended = this.#passed = this.#failed = 0;
    this.#start = performance.now();
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') this.#passed++;
      if (state === 'failed') this.#failed++;
    }
    const before = Math.floor((TIMES * this.#ended) / this.#files);
    this.#ended++;
    if (Math.floor((TIMES * this.#ended) / this.#files) === before) return;
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(0);
    console.log(
      `${module.project.name}: ${this.#ended} of ${this.#files} files, ${this.#passed} passed, ${this.#failed} failed, ${seconds} s`,
    );
  }

  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    for (const { name, cpu } of mostExpensive(modules)) console.log(`${cpu.toFixed(1)} s of CPU time: ${name}`);
    for (const module of modules) {
      const command = `npx vitest run --project ${module.project.name} ${relative(root, module.moduleId).replaceAll('\\', '/')}`;
      // A file that could not be loaded, or a hook that failed.
      const broken = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
      if (broken.length > 0) console.log(`\nfailed: ${module.relativeModuleId}\n  ${broken[0]?.message}\n  ${command}`);
      for (const test of module.children.allTests('failed')) {
        const message = test.result().errors?.[0]?.message ?? '';
        console.log(
          `\nfailed: ${test.fullName}\n  ${message.split('\n').slice(0, 6).join('\n  ')}\n` +
            `  ${command} -t ${quote(test.fullName.replaceAll(' > ', ' '))}`,
        );
      }
    }
  }
}
