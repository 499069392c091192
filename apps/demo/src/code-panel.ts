import type { EngineChoice, EngineName } from '@stiction/scenes';
import { action, find } from './dom.js';
import { ENGINE_LABELS } from './engines.js';

/** The type-checked sources. */
const sources = import.meta.glob<string>('../../../internal/scenes/src/demo/snippets/*.ts', {
  query: '?raw',
  import: 'default',
});

/** Opens the code of a scene for an engine, its own if it has one, or code without an engine. `adapt` puts in what the user has chosen. */
export async function openCode(
  snippet: string,
  engine: EngineName | null,
  title: string,
  adapt: (code: string) => string = (code) => code,
  own?: EngineChoice,
): Promise<void> {
  const file = engine ? `${snippet}.${own?.id ?? engine}` : snippet;
  const label = engine && (own?.label ?? ENGINE_LABELS[engine]);
  const path = Object.keys(sources).find((name) => name.endsWith(`/${file}.ts`));
  if (!path) throw new Error(`no code named ${file}`);
  const code = adapt((await sources[path]()).trimEnd());
  const dialog = find<HTMLDialogElement>('#code');
  find('#code-title').textContent = label ? `${title} in ${label}` : `${title}, without an engine`;
  find('code', dialog).textContent = code;
  action('copy-code').textContent = 'Copy';
  dialog.showModal();
}

export function wireCode(): void {
  const dialog = find<HTMLDialogElement>('#code');
  // Long lines scroll by keyboard.
  const text = find('pre', dialog);
  text.tabIndex = 0;
  text.role = 'region';
  text.ariaLabel = 'Code';
  action('copy-code').addEventListener('click', async () => {
    await copyText(find('code', dialog).textContent ?? '');
    action('copy-code').textContent = 'Copied';
  });
  action('close-code').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Pages without https have no clipboard API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
