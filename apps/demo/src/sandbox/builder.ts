import type { Vector } from '@stiction/scenes';
import { type Design, itemName, itemOf, readDesign, writeDesign } from '@stiction/scenes/sandbox';
import type { App } from '../app.js';
import { moveItem } from './edits.js';
import { createBuilderPanel } from './panel.js';
import './sandbox.css';
import { createUndo } from './undo.js';

/** The user's hand on a sandbox. Shapes are placed while the run is paused at its start; later they are thrown. */
export interface Builder {
  readonly isBuilding: boolean;
  /** The selected body. */
  readonly selected: string | null;
  /** True for a body that can be placed. */
  has(body: string): boolean;
  select(body: string | null): void;
  /** Shows a shape displaced; `drop` makes the displacement part of the design. */
  drag(body: string, pull: Vector, isLifted: boolean): void;
  drop(): void;
  dispose(): void;
}

export function createBuilder(app: App, place: HTMLElement, text: string, change: (text: string) => void): Builder {
  const undo = createUndo(text);
  let design = readDesign(text);
  let selected = -1;
  let drag: { item: number; pull: Vector; isLifted: boolean } | null = null;

  function show(next: Design, written: string, isElsewhere: boolean): void {
    design = next;
    if (selected >= design.items.length) selected = -1;
    change(written);
    panel.show(design, selected, isElsewhere);
  }

  function commit(next: Design, tag = ''): void {
    const written = writeDesign(next);
    undo.add(written, tag);
    show(next, written, false);
  }

  function goTo(written: string): void {
    show(readDesign(written), written, true);
  }

  function select(item: number): void {
    selected = item;
    panel.show(design, selected);
    app.stage?.setHover(builder.selected);
    if (app.paused) app.redraw();
  }

  const panel = createBuilderPanel(place, {
    commit,
    select,
    undo: () => goTo(undo.undo()),
    redo: () => goTo(undo.redo()),
    get canUndo() {
      return undo.canUndo;
    },
    get canRedo() {
      return undo.canRedo;
    },
    build() {
      app.setPaused(true);
      void app.open({});
    },
  });

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    goTo(event.shiftKey ? undo.redo() : undo.undo());
  }
  window.addEventListener('keydown', onKey);

  const builder: Builder = {
    get isBuilding() {
      return app.paused && app.run?.steps === 0;
    },
    get selected() {
      return selected < 0 ? null : itemName(selected);
    },
    has: (body) => itemOf(body) >= 0,
    select: (body) => select(body === null ? -1 : itemOf(body)),
    drag(body, pull, isLifted) {
      const item = itemOf(body);
      if (item !== selected) select(item);
      drag = { item, pull, isLifted };
      const from = design.items[item].at;
      const to = moveItem(design, item, pull, isLifted).items[item].at;
      app.run?.preview(body, [to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
      app.redraw();
    },
    drop() {
      if (drag) commit(moveItem(design, drag.item, drag.pull, drag.isLifted));
      drag = null;
    },
    dispose: () => window.removeEventListener('keydown', onKey),
  };
  panel.show(design, selected);
  return builder;
}
