import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/static');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** As strict as the product's own server, so that what it would refuse shows up here. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'";

export type StaticHost = { readonly url: string; readonly close: () => Promise<void> };

/** Brings the static copy up to date: a moment where nothing changed, else some 15 s. */
export function buildStaticCopy(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'static'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The static copy could not be built.\n${stdout}${stderr}`);
}

/** A host that knows only files, and answers addresses without one with the page. */
export async function openStaticHost(): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname));
    const file = join(folder, path);
    const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const answer = isFile ? file : join(folder, 'index.html');
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Content-Type', TYPES[extname(answer)] ?? 'application/octet-stream');
    createReadStream(answer).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
