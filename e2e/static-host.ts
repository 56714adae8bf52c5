import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator } from '@playwright/test';
import { fastify } from 'fastify';
import { addSecurityHeaders } from '../server/http/security-headers.ts';
import { test as base } from './shell-steps.ts';

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
type StaticHost = { readonly url: string; readonly close: () => Promise<void> };

/** Updates the static copy. This takes about 15 s, or hardly any time if nothing has changed. */
function buildStaticCopy(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'static'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The static copy could not be built.\n${stdout}${stderr}`);
}

/**
 * Opens a host that only serves files, and the start page for unknown URLs. The host sends the same headers as the
 * product's server, so that violations of the content policy appear in these tests.
 */
async function openStaticHost(): Promise<StaticHost> {
  const app = fastify({ forceCloseConnections: true });
  await addSecurityHeaders(app, { publicUrl: 'http://127.0.0.1', mapStyleUrl: '', googleMapsKey: '' });
  app.get('/*', (request, reply) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const file = join(folder, path);
    const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const answer = isFile ? file : join(folder, 'index.html');
    return reply.type(TYPES[extname(answer)] ?? 'application/octet-stream').send(createReadStream(answer));
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

type StaticCopy = {
  readonly open: (path: string, heading: string) => Promise<void>;
  readonly heading: (name: string) => Locator;
};

/**
 * A test that uses the static copy (VITE_BACKEND=off) on a static host. The test fails if the page calls an API or
 * another host.
 */
export const test = base.extend<{ copy: StaticCopy }, { staticHost: StaticHost }>({
  staticHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use) => {
      buildStaticCopy();
      const host = await openStaticHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  copy: async ({ page, staticHost }, use) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol === 'data:' || url.protocol === 'blob:') return;
      if (url.origin !== staticHost.url || /^\/api(\/|$)/.test(url.pathname))
        calls.push(`${request.method()} ${url.href}`);
    });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await use({
      heading,
      open: async (path, name) => {
        await page.goto(staticHost.url + path);
        await expect(heading(name)).toBeAttached();
      },
    });
    expect(calls, 'no call to an API, and none to another host').toEqual([]);
  },
});
