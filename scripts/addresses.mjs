/**
 * The addresses of the repository and of the site, from the package.json of the repository, which is the only place to fill them in:
 * `npm run metadata -- <repository> [<site>]`.
 * @typedef {{ repository?: string | undefined, site?: string | undefined }} Addresses
 */

/** Both without a slash at the end; undefined as long as nothing is filled in. @type {(json: Record<string, unknown>) => Addresses} */
export function addressesOf({ repository, homepage }) {
  const url = /** @type {string | undefined} */ (
    typeof repository === 'string' ? repository : /** @type {{ url?: string } | undefined} */ (repository)?.url
  );
  const address = url?.replace(/^git\+/, '').replace(/\.git$/, '');
  return { repository: address, site: homepage === address ? undefined : /** @type {string | undefined} */ (homepage) };
}
