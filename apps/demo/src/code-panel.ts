import { action, find } from './dom.js';

/** The type-checked sources. */
const sources = import.meta.glob<string>('../../../internal/scenes/src/demo/snippets/*.ts', {
  query: '?raw',
  import: 'default',
});

/** Opens a snippet. `adapt` puts in what the user has chosen. */
export async function openCode(
  file: string,
  title: string,
  adapt: (code: string) => string = (code) => code,
): Promise<void> {
  const path = Object.keys(sources).find((name) => name.endsWith(`/${file}.ts`));
  if (!path) throw new Error(`no code named ${file}`);
  const code = adapt((await sources[path]()).trimEnd());
  const dialog = find<HTMLDialogElement>('#code');
  find('#code-title').textContent = title;
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
