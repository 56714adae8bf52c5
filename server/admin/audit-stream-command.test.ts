import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '../audit/write-audit.ts';
import { findCursor, setCursor } from '../audit-stream/stream-queries.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { runAdmin } from './run-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-stream-command-'));
let accounts: AccountsDb;
beforeAll(async () => {
  accounts = await openMigrated(folder);
  const entry = { at: 1, actorId: null, actor: 'test', action: 'thing.done', subject: '', detail: {}, ip: '' };
  for (let at = 0; at < 5; at += 1) await writeAudit(accounts, entry);
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function admin(...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const stream = { AUDIT_STREAM_URL: 'https://siem.example/in', AUDIT_STREAM_SECRET: randomBytes(36).toString('hex') };
  const code = await runAdmin({
    args: ['audit-stream', ...args],
    env: { DATA_DIR: folder, ...stream },
    errors,
    now: () => 1_000,
    terminal: { input: Readable.from([]), output },
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

test('shows the position of the stream and changes nothing', async () => {
  const before = await findCursor(accounts);
  const { out } = await admin();
  expect(out).toBe('Receiver: siem.example\nLast delivered: never\nWaiting: 5 entries\n');
  expect(await findCursor(accounts)).toEqual(before);
});

test('--resend-from moves the stream back to a delivered entry, and the audit log records it', async () => {
  await setCursor(accounts, 5);
  expect(await admin('--resend-from', '3')).toMatchObject({ code: 0, out: expect.stringContaining('at entry 3.') });
  expect((await findCursor(accounts)).delivered_seq).toBe(2);
  const last = accounts.selectFrom('audit_log').select(['action', 'detail']).orderBy('seq', 'desc');
  expect(await last.executeTakeFirst()).toEqual({
    action: 'audit-stream.cursor-set',
    detail: '{"from_entry":3,"delivered_until":5}',
  });
});

test.each(['0', '3', '99', 'x'])('--resend-from %s is rejected: that entry was not delivered', async (number) => {
  const before = await findCursor(accounts);
  expect((await admin('--resend-from', number)).code).not.toBe(0);
  expect(await findCursor(accounts)).toEqual(before);
});
