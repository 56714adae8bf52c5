// Played by `npm run test:full` alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../copies/testing/run-copy.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { askProgram, hasClickhouse, hasPostgres } from '../testing/servers/ask-servers.ts';
import { freePorts } from '../testing/servers/guarded-process.ts';
import { askEmptyStores, newSecret } from '../testing/several-servers.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'voltboard-migrate-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('migrate, on embedded stores', () => {
  const env = () => ({ DATA_DIR: join(root, 'embedded'), DEMO: 'off' });

  test('upgrades both stores to this version, and reports when they are up to date', async () => {
    const first = await admin(env(), 'migrate');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/Accounts store: up to date, applied 0001-network-and-accounts, .*\n/);
    expect(first.out).toMatch(/Events store: up to date, applied 0001/);
    expect(await admin(env(), 'migrate')).toEqual({
      code: 0,
      err: '',
      out: 'Accounts store: already up to date.\nEvents store: already up to date.\n',
    });
  });

  test('is rejected while the product runs, and after a newer version has run', async () => {
    const unlock = lockDataFolder(env().DATA_DIR);
    expect(await admin(env(), 'migrate')).toMatchObject({ code: 1, err: expect.stringMatching(/running.*Stop it/) });
    unlock();
    const accounts = await openAccounts({ dataDir: env().DATA_DIR });
    await accounts
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-later', timestamp: '2030-01-01T00:00:00Z' } as never)
      .execute();
    await accounts.destroy();
    expect(await admin(env(), 'migrate')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/newer version of Voltboard/),
    });
  });

  test('is rejected with MIGRATE=wait: it could not open the stores while a waiting start has them open', async () => {
    const refused = await admin({ ...env(), MIGRATE: 'wait' }, 'migrate');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/MIGRATE: wait requires DATABASE_URL/) });
  });
});

describe.skipIf(!hasPostgres() || !hasClickhouse()).each(['server', 'cluster'] as const)('on a %s', (kind) => {
  test('a start with MIGRATE=wait changes nothing, reports what it waits for, and continues once it is done', async () => {
    const stores = await askEmptyStores(kind);
    const [port] = await freePorts(1);
    const settings = { ...stores.env, DEMO: 'off', ADMIN_MFA: 'off', SESSION_SECRET: newSecret(), MIGRATE: 'wait' };
    const own = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(root, kind) };
    const server = spawn(process.execPath, [await askProgram('main')], {
      env: { ...own, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    try {
      for await (const line of createInterface({ input: server.stdout })) {
        said.push(line);
        if (said.length === 1) {
          const done = await admin({ ...settings, DATA_DIR: join(root, `${kind}-command`) }, 'migrate');
          expect(done).toMatchObject({ code: 0, err: '' });
          expect(done.out).toMatch(/applied 0001-network-and-accounts/);
        }
        if (line.startsWith('Voltboard is ready')) break;
      }
      expect(said[0]).toMatch(/^Waiting for: npm run admin -- migrate \(missing: 0001-network-and-accounts, .*, 0001/);
    } finally {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await stores.remove();
    }
  });
});
