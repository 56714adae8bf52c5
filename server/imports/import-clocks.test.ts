import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { readConfig } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import { postgresEngine } from '../databases/accounts/testing/open-engines.ts';
import { followOf, importerOf } from '../import-runs/importers.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createMail } from '../mail/mail.ts';
import { hasPostgres } from '../testing/servers/ask-servers.ts';
import { openJob } from './import-jobs.ts';
import { findJob, findLeft } from './import-jobs-queries.ts';
import { runImport } from './run-import.ts';
import { tidyImports } from './tidy-imports.ts';

describe.skipIf(!hasPostgres())('imports of processes whose clocks differ by ten minutes', () => {
  const engine = postgresEngine();
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-import-clocks-'));
  const config = { ...readConfig({ DATA_DIR: folder, DEMO: 'off' }), keys: fixedKeys('the keys of a test') };
  const author = { actorId: null, actor: 'test', ip: '' };
  const now = () => Date.now();
  let accounts: AccountsDb;

  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await engine.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs work as another process whose clock is this many minutes ahead. */
  async function elsewhere<Result>(minutes: number, work: () => Promise<Result>): Promise<Result> {
    const right = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + minutes * MINUTE_MS);
    return work().finally(() => clock.mockRestore());
  }
  const tidy = () => tidyImports(accounts, 'test:2', followOf);

  test.each([-10, 10])('a process that is %i minutes ahead takes no work from a running import', async (minutes) => {
    const path = join(folder, 'users.csv');
    writeFileSync(path, `email,first_name,role,customer,invite\np${minutes}@import.example,Person,unassigned,,\n`);
    const importer = importerOf('users', { author, config, mail: createMail({ config, now }), now });
    const seen: string[] = [];
    const outcome = await runImport(
      { accounts, now, networkTimeZone: 'UTC', author, holder: 'test:1' },
      importer,
      { path, fileName: 'users.csv', dryRun: false },
      {
        onProgress: async ({ phase }) => {
          seen.push(phase);
          await elsewhere(minutes, tidy);
        },
      },
    );
    expect(outcome).toMatchObject({ done: true, rows: 1 });
    expect(new Set(seen)).toEqual(new Set(['checking', 'waiting', 'storing']));
  });

  test.each([-10, 10])(
    'the import of a dead process that is %i minutes ahead continues when its lease expires',
    async (minutes) => {
      const about = {
        kind: 'users',
        action: 'users.imported',
        file_name: 'users.csv',
        actor_id: null,
        actor: '',
        ip: '',
      };
      const { id } = await elsewhere(minutes, () =>
        openJob(accounts, { ...about, holder: 'test:1', at: now(), lines_total: 1 }),
      );
      await tidy();
      expect(await findJob(accounts, id)).toMatchObject({ state: 'checking', holder: 'test:1' });
      const left = ((await findJob(accounts, id))?.until_at ?? 0) - (await readStoreTime(accounts, now));
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(MINUTE_MS);
      // The minute is over.
      await accounts
        .updateTable('import_jobs')
        .set((eb) => ({ until_at: eb('until_at', '-', MINUTE_MS) }))
        .where('id', '=', id)
        .execute();
      expect((await elsewhere(-minutes, () => findLeft(accounts))).map((job) => job.id)).toEqual([id]);
      await elsewhere(-minutes, tidy);
      expect(await findJob(accounts, id)).toMatchObject({ state: 'failed', holder: 'test:2', is_clean: 1 });
    },
  );
});
