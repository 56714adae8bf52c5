import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { followOf } from '../import-runs/importers.ts';
import { askProgram } from '../testing/servers/ask-servers.ts';
import { freeJobs } from './import-jobs-queries.ts';
import { tidyImports } from './tidy-imports.ts';

const LINES = 250;
const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-kill-import-'));
const path = join(dataDir, 'users.csv');
let accounts: AccountsDb;
beforeAll(async () => {
  accounts = await openMigrated(dataDir);
  const lines = Array.from({ length: LINES }, (_, index) => `p${index}@kill.example,unassigned`);
  writeFileSync(path, `email,role\n${lines.join('\n')}\n`);
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills a run at a given point in its work, without a chance to clean up. */
async function killAt(place: string): Promise<void> {
  const child = spawn(process.execPath, [await askProgram('stopping-import')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send({ dataDir, path, place });
  const [said] = (await once(child, 'message')) as [string];
  expect(said).toBe(place);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test.each([
  ['staging its lines', 'checking 201', 0, { state: 'failed', failure: expect.stringMatching(/Nothing was imported/) }],
  ['the first step', 'insert users', LINES, { state: 'done', failure: null }],
  ['between two steps', 'storing 101', LINES, { state: 'done', failure: null }],
  ['the last step', 'end', LINES, { state: 'done', failure: null }],
])('killed while in %s, imports the whole file or nothing after the next start', async (_, place, stored, said) => {
  await accounts.deleteFrom('users').execute();
  await killAt(place);
  // A server that starts has exclusive use of its data folder.
  await freeJobs(accounts, 'server:');
  await tidyImports(accounts, 'server:next', followOf);
  expect(await accounts.selectFrom('users').select('id').execute()).toHaveLength(stored);
  const job = await accounts.selectFrom('import_jobs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(job).toMatchObject({ ...said, turn: null, is_clean: 1 });
  expect(await accounts.selectFrom('import_rows').select('line').execute()).toEqual([]);
  expect(await verifyAudit(accounts)).toMatchObject({ faults: [] });
});
