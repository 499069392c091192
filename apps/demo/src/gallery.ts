import './gallery.css';
import { type DemoEntry, demoThemes } from '@stiction/scenes/demo';
import { writeAddress } from './address.js';
import { type App, LABORATORY } from './app.js';
import { copyText } from './code-panel.js';
import { create, find, write } from './dom.js';
import { ENGINE_LABELS } from './engines.js';

/** All scenes as pictures by theme, with a search. Its code, style and pictures are loaded when it is opened. */
export interface Gallery {
  open(): void;
}

interface Card {
  element: HTMLElement;
  link: HTMLAnchorElement;
  id: string;
  /** What the search sees, in lower case. */
  text: string;
}

const INSTALL = {
  cannon: 'npm install @stiction/cannon-adapter @stiction/friction-core cannon-es',
  rapier: 'npm install @stiction/rapier-adapter @stiction/friction-core @dimforge/rapier3d-compat',
} as const;

export function createGallery(entries: readonly DemoEntry[], app: App): Gallery {
  const dialog = find<HTMLDialogElement>('#gallery');
  const search = create('input', {
    type: 'search',
    id: 'gallery-search',
    placeholder: 'Search scenes',
    autocomplete: 'off',
  });
  search.setAttribute('aria-label', 'Search scenes');
  const close = create('button', { type: 'button', className: 'icon', textContent: '×', ariaLabel: 'Close' });
  const count = create('p', { className: 'gallery-count', role: 'status' });
  const cards: Card[] = [];
  const lab = { ...LABORATORY, summary: 'Any law without an engine: four plots and its formula.' };
  const groups = [
    ...Object.entries(demoThemes).map(([theme, title]) =>
      createGroup(
        title,
        entries.filter((e) => e.theme === theme),
      ),
    ),
    createGroup('Laws', [lab]),
  ];
  const title = create('h2', { id: 'gallery-title', textContent: 'All scenes' });
  dialog.replaceChildren(
    create('header', {}, title, search, count, close),
    create('div', { className: 'gallery-scenes' }, ...groups),
    createLinks(app),
  );

  function createGroup(theme: string, members: readonly Pick<DemoEntry, 'id' | 'title' | 'summary'>[]): HTMLElement {
    const list = create('ul');
    for (const { id, title, summary } of members) {
      const picture = create('img', { width: 320, height: 180, alt: '', loading: 'lazy', decoding: 'async' });
      picture.src = `./thumbnails/${id}.webp`;
      const link = create('a', {}, picture, create('strong', {}, title), create('span', {}, summary));
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab or window
        event.preventDefault();
        choose(id);
      });
      const element = create('li', {}, link);
      cards.push({ element, link, id, text: `${theme} ${title} ${summary}`.toLowerCase() });
      list.append(element);
    }
    return create('section', {}, create('h3', {}, theme), list);
  }

  function choose(id: string): void {
    dialog.close();
    if (id !== app.address.scene) void app.open({ scene: id });
  }

  function filter(): void {
    const words = search.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { element, text } of cards) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) found++;
    }
    for (const group of groups) group.hidden = group.querySelector('li:not([hidden])') === null;
    write(count, found === 0 ? 'No scene matches' : `${found} ${found === 1 ? 'scene' : 'scenes'}`);
  }

  search.addEventListener('input', filter);
  search.addEventListener('keydown', ({ key }) => {
    const first = cards.find(({ element }) => !element.hidden);
    if (key === 'Enter' && first) choose(first.id);
  });
  close.addEventListener('click', () => dialog.close());

  return {
    open() {
      search.value = '';
      filter();
      for (const { link, id } of cards) {
        link.href = writeAddress({ ...app.address, scene: id, law: '', rate: 0, values: {}, paused: false });
        if (id === app.address.scene) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      dialog.showModal();
      search.focus();
    },
  };
}

/** How to install, and where to read on. */
function createLinks(app: App): HTMLElement {
  const links = create('footer');
  for (const engine of ['cannon', 'rapier'] as const) {
    const copy = create('button', { type: 'button' }, 'Copy');
    copy.setAttribute('aria-label', `Copy the install line for ${ENGINE_LABELS[engine]}`);
    copy.addEventListener('click', () => {
      const copying = copyText(INSTALL[engine]).then(() => write(copy, 'Copied'));
      app.track(copying);
    });
    links.append(create('p', {}, create('code', {}, INSTALL[engine]), copy));
  }
  const addresses = [
    ['Documentation', docsAddress()],
    ['Repository', __REPOSITORY__],
  ].filter(([, href]) => href);
  const places = addresses.map(([text, href]) => create('a', { href, textContent: text }));
  if (places.length > 0) links.append(create('nav', { ariaLabel: 'Further' }, ...places));
  return links;
}

/** The documentation site has the demo in its folder `live`. */
function docsAddress(): string {
  return /\/live\/[^/]*$/.test(location.pathname) ? '../' : __SITE__;
}
