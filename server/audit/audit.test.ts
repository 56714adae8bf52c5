import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines, openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { eventually } from '../testing/eventually.ts';
import { verifyAudit } from './verify-audit.ts';
import { type AuditEntry, writeAudit } from './write-audit.ts';

const entry = (subject: string): AuditEntry => ({
  at: 1_000,
  actorId: null,
  actor: 'test',
  action: 'thing.done',
  subject,
  ip: '192.0.2.1',
  detail: { role: { before: 'admin', after: 'property' }, words: 'Ünïcode "quoted"' },
});

/** One change for each column with content. */
const CHANGES = [
  ...[{ at: 1_001 }, { actor_id: 'somebody' }, { actor: 'somebody' }, { action: 'thing.undone' }],
  ...[{ subject: 'somebody else' }, { detail: '{}' }, { ip: '192.0.2.2' }],
];

const APPEND = `
  const [, folder] = process.argv;
  const { openAccounts } = await import('./server/databases/accounts/open-accounts.ts');
  const { writeAudit } = await import('./server/audit/write-audit.ts');
  const accounts = await openAccounts({ dataDir: folder });
  const entry = { at: 1, actorId: null, actor: 'other process', action: 'thing.done', subject: '', detail: {}, ip: '' };
  for (let written = 0; written < 25; written += 1) await writeAudit(accounts, entry);
  await accounts.destroy();`;

test('a command that writes in another process than the server breaks no chain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-audit-'));
  const accounts = await openMigrated(folder);
  const command = promisify(execFile)('node', ['--import', 'tsx', '--input-type=module', '-e', APPEND, folder]);
  let isOver = false;
  const over = command.then(() => {
    isOver = true;
  });
  let written = 0;
  for (; !isOver || written < 25; written += 1) {
    await writeAudit(accounts, entry(`beside ${written}`));
    await setImmediate();
  }
  await over;
  expect(await verifyAudit(accounts)).toMatchObject({ entries: written + 25, faults: [] });
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

describeOnEngines('the audit log', (engine) => {
  let accounts: AccountsDb;
  let other: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    // SQLite has one connection per process: a second connection would wait for the first, which would wait for the
    // thread.
    other = engine.name === 'SQLite' ? accounts : await engine.open();
  });
  afterAll(async () => {
    await accounts.destroy();
    if (other !== accounts) await other.destroy();
    await engine.remove();
  });

  const rows = () => accounts.selectFrom('audit_log').selectAll().orderBy('seq').execute();

  /** Makes changes that an attacker with the store's password can make. */
  async function withoutTriggers(work: () => Promise<unknown>) {
    const isPostgres = engine.name === 'PostgreSQL';
    const [off, on] = isPostgres
      ? [['alter table audit_log disable trigger user'], ['alter table audit_log enable trigger user']]
      : [['drop trigger audit_log_no_update', 'drop trigger audit_log_no_delete'], []];
    for (const statement of off) await sql.raw(statement).execute(accounts);
    await work();
    for (const statement of on) await sql.raw(statement).execute(accounts);
  }

  test('writers on two connections, in and out of transactions, number every entry once and leave a valid chain', async () => {
    const writes = Array.from({ length: 40 }, (_, index) => {
      const store = index % 2 === 0 ? accounts : other;
      const write = (db: AccountsDb) => writeAudit(db, entry(`subject ${index}`));
      // A busy machine rejects a write instead of waiting for seconds. Retry the write.
      return eventually(() => (index % 3 === 0 ? store.transaction().execute(write) : write(store)));
    });
    await Promise.all(writes);
    expect((await rows()).map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await verifyAudit(accounts)).toMatchObject({ entries: 40, faults: [], last: { seq: 40 } });
  });

  test('an entry of a failed change leaves no gap', async () => {
    const failing = accounts.transaction().execute(async (tx) => {
      await writeAudit(tx, entry('never happened'));
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await writeAudit(accounts, entry('the next'));
    expect((await rows()).at(-1)).toMatchObject({ seq: 41, subject: 'the next' });
    expect((await verifyAudit(accounts)).faults).toEqual([]);
  });

  test('the store rejects a change or deletion of an entry', async () => {
    const refusal = /append-only/;
    await expect(accounts.updateTable('audit_log').set({ actor: 'x' }).where('seq', '=', 1).execute()).rejects.toThrow(
      refusal,
    );
    await expect(accounts.deleteFrom('audit_log').where('seq', '=', 1).execute()).rejects.toThrow(refusal);
  });

  test('finds a recorded hash as long as the log is unchanged', async () => {
    const { last } = await verifyAudit(accounts);
    await writeAudit(accounts, entry('later'));
    expect((await verifyAudit(accounts, last.hash)).hasHash).toBe(true);
    expect((await verifyAudit(accounts, 'f'.repeat(64))).hasHash).toBe(false);
  });

  test('detects a changed word, removed entries and a cut-off end, and names the entries', async () => {
    await withoutTriggers(async () => {
      for (const [at, change] of CHANGES.entries())
        await accounts
          .updateTable('audit_log')
          .set(change)
          .where('seq', '=', 20 + 2 * at)
          .execute();
      await accounts.deleteFrom('audit_log').where('seq', 'in', [11, 12, 42]).execute();
    });
    expect((await verifyAudit(accounts)).faults).toEqual([
      { kind: 'missing', from: 11, to: 12 },
      ...CHANGES.map((_, at) => ({ kind: 'changed', from: 20 + 2 * at, to: 20 + 2 * at })),
      { kind: 'missing', from: 42, to: 42 },
    ]);
  });
});
