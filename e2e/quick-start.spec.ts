import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { INSTALL } from '../web/features/documentation/quick-start-commands.ts';
import { withoutMap } from './shell-steps.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Opens the first screen, signed in as the first administrator. */
async function openFirstSteps(page: Page, url: string, password: string) {
  const answer = await page.request.post(`${url}/api/login`, { data: { email: 'you@example.com', password } });
  const { data: token }: { data: string } = await answer.json();
  await withoutMap(page.context());
  await page.addInitScript((stored) => localStorage.setItem('token', stored), token);
  await page.goto(`${url}/app/main/dashboard`);
  return page.getByRole('region', { name: 'First steps' });
}

test('every printed command works on an empty installation, in order, and the first screen follows along', {
  tag: '@full',
}, async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltboard-quick-start-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ours = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_MFA: 'off',
  };
  /** Returns the printed command with this test's folder and URL, but without npm, which would build again. */
  const printed = (command: string) =>
    command
      .replace('/var/lib/voltboard', dataDir)
      .replace('https://outlets.example.com', url)
      .replace(/npm run (\w+) --/g, (_, name: string) => (scripts[name] ?? '').replace(/^exec /, ''))
      .replace(/^npm start$/, 'exec node dist/server/main.js');
  const settings = printed(INSTALL.settings);
  const shell = (command: string, { input = '', key = '' } = {}) =>
    new Promise<string>((resolve, reject) => {
      const script = `set -e\n${settings}\n${printed(command).replace('vb_…', key)}`;
      const child = execFile('bash', ['-c', script], { env: ours }, (error, stdout, stderr) =>
        error ? reject(new Error(`${command}\n${stdout}${stderr}`)) : resolve(stdout + stderr),
      );
      child.stdin?.end(input);
    });
  const server = spawn('bash', ['-c', `${settings}\n${printed(INSTALL.start)}`], { env: ours, stdio: 'ignore' });
  try {
    await expect
      .poll(
        () =>
          fetch(`${url}/api/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 120_000 },
      )
      .toBe(true);
    const password = 'a quiet morning by the river';
    expect(await shell(INSTALL.administrator, { input: `${password}\n`.repeat(2) })).toContain('you@example.com');
    const steps = await openFirstSteps(page, url, password);
    await expect(steps).toContainText('0 of 8 done');
    await steps.getByRole('link', { name: 'New customer' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'New customer' })).toBeVisible();
    await page.goto(`${url}/app/main/dashboard`);
    expect(await shell(INSTALL.import)).toMatch(/customers: 5 new[\s\S]*outlets: 6 new/);
    await expect(steps).toContainText('2 of 8 done');
    expect(await shell(INSTALL.campaign)).toMatch(/\$20 per 1,000 views[\s\S]*flights: 3 new[\s\S]*added 'cold-brew'/);
    await expect(steps).toContainText('5 of 8 done');
    const keys = (await shell(INSTALL.keys)).match(/vb_[\w-]{20,}/g) ?? [];
    expect(keys).toHaveLength(2);
    await expect(steps.getByRole('listitem').filter({ hasText: '(done)' })).toHaveCount(6);
    // The variable PLAY of one printed command is used by the next.
    const sent = await shell(`${INSTALL.serve}\n${INSTALL.view}`, { key: keys[0] ?? '' });
    expect(sent).toContain('"accepted"');
    await expect(steps).toContainText('7 of 8 done');
    await expect(page.getByText('$0.02').first()).toBeVisible();
    await steps.getByRole('link', { name: 'Add user' }).click();
    const form = page.getByRole('dialog', { name: 'Add User' });
    await expect(form.getByLabel('Customer').first()).toHaveValue('Pier House Hotels');
    const played = await shell(INSTALL.simulate, { key: keys[1] ?? '' });
    expect(played).toMatch(/rejected 0/);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
