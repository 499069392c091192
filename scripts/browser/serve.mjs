// Serves files on a free local port: the repository or one of its folders.
import { isAbsolute, join } from 'node:path';
import { preview } from 'vite';
import { root } from '../workspace.mjs';

/**
 * @param {string} folder of the repository, or absolute
 * @returns {Promise<{ address: string, close(): Promise<void> }>} `address` ends with a slash
 */
export async function serve(folder) {
  const server = await preview({
    configFile: false,
    logLevel: 'error',
    root,
    appType: 'mpa',
    build: { outDir: isAbsolute(folder) ? folder : join(root, folder) },
    preview: { host: '127.0.0.1', port: 0, open: false },
  });
  const listening = server.httpServer.address();
  if (typeof listening !== 'object' || !listening) throw new Error(`no address to serve ${folder} from`);
  return { address: `http://127.0.0.1:${listening.port}/`, close: () => server.close() };
}
