/** Anchor of a heading, as on GitHub, so that links work in both places. @type {(heading: string) => string} */
export const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
