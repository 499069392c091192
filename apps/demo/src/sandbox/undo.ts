/** Texts of a design to go back to. */
export interface Undo {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** `tag`: changes in a row with the same one are one step, like the drag of a slider. */
  add(text: string, tag: string): void;
  undo(): string;
  redo(): string;
}

export function createUndo(first: string): Undo {
  let texts = [first];
  let at = 0;
  let lastTag = '';
  return {
    get canUndo() {
      return at > 0;
    },
    get canRedo() {
      return at < texts.length - 1;
    },
    add(text, tag) {
      const isSame = tag !== '' && tag === lastTag && at === texts.length - 1 && at > 0;
      lastTag = tag;
      if (text === texts[at]) return;
      texts = [...texts.slice(0, isSame ? at : at + 1), text];
      at = texts.length - 1;
    },
    undo() {
      lastTag = '';
      if (at > 0) at--;
      return texts[at];
    },
    redo() {
      lastTag = '';
      if (at < texts.length - 1) at++;
      return texts[at];
    },
  };
}
