import { measure } from './probes.mjs';

/** @type {(programs: { where: string, name: string, load(): Promise<{ parts(): Promise<object> }> }[]) => Promise<{ text: string, failed: boolean }[]>} */
export async function runAll(programs) {
  const all = [];
  for (const { where, name, load } of programs) {
    try {
      const findings = measure(name, await (await load()).parts());
      all.push(...findings.map(({ text, failed }) => ({ text: `${where}: ${text}`, failed })));
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      all.push({ text: `${where}: ${text}`, failed: true });
    }
  }
  return all;
}
