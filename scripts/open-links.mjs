// Links that open an example in a browser, without installing anything: StackBlitz loads folders from GitHub and runs `npm start`. The single
// HTML files of examples/cdn have none.

/** Row of the table in examples/README.md: its folder, perhaps with an earlier link. */
const ROW = /^\| (\[(?!cdn\])([\w-]+)\]\([^)]+\))(?:, \[open it\]\([^)]+\))? \|/gm;

/**
 * examples/README.md with a link for each folder, or without links if the repository has no address on GitHub.
 * @param {string} text
 * @param {string | undefined} repository
 */
export function openLinks(text, repository) {
  const [, path] = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)$/.exec(repository ?? '') ?? [];
  return text.replaceAll(ROW, (_, link, name) => {
    const open = path ? `, [open it](https://stackblitz.com/github/${path}/tree/main/examples/${name})` : '';
    return `| ${link}${open} |`;
  });
}
