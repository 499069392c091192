import type { EngineName } from '@stiction/scenes';
import { action, find } from './dom.js';
import { ENGINE_LABELS } from './engines.js';

/** The sources as they are type-checked with the scenes. */
const sources = import.meta.glob<string>('../../../internal/scenes/src/show/snippets/*.ts', {
  query: '?raw',
  import: 'default',
});

/** Opens the scene's ten lines for an engine, or those that need none. */
export async function openCode(snippet: string, engine: EngineName | null, title: string): Promise<void> {
  const file = engine ? `${snippet}.${engine}` : snippet;
  const path = Object.keys(sources).find((name) => name.endsWith(`/${file}.ts`));
  if (!path) throw new Error(`there is no code called ${file}`);
  const code = (await sources[path]()).trimEnd();
  const dialog = find<HTMLDialogElement>('#code');
  find('#code-title').textContent = engine ? `${title} in ${ENGINE_LABELS[engine]}` : `${title}, without an engine`;
  find('code', dialog).textContent = code;
  action('copy-code').textContent = 'Copy';
  dialog.showModal();
}

export function wireCode(): void {
  const dialog = find<HTMLDialogElement>('#code');
  action('copy-code').addEventListener('click', async () => {
    await copyText(find('code', dialog).textContent ?? '');
    action('copy-code').textContent = 'Copied';
  });
  action('close-code').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Pages without https have no clipboard of their own. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
