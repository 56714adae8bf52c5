import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '../server/audit/write-audit.ts';
import { createAuditStream, type StreamedEntry } from '../server/audit-stream/create-audit-stream.ts';
import { setCursor } from '../server/audit-stream/stream-queries.ts';
import type { AccountsDb } from '../server/databases/accounts/accounts-db.ts';
import { openMigrated } from '../server/databases/accounts/testing/open-engines.ts';
import { signatureOf } from '../server/lib/sign-body.ts';

type Receiver = {
  isFromVoltboard(secret: string, signature: string | undefined, body: string, nowMs: number): boolean;
  hashOf(entry: StreamedEntry): string;
  createReceiver(options: { secret: string; file: string; now(): number; warn(line: string): void }): Server;
};

const NOW = Date.UTC(2026, 10, 21, 12);
const SECRET = 'the secret of the stream, long enough';
const folder = mkdtempSync(join(tmpdir(), 'voltboard-receiver-'));
const file = join(folder, 'audit.jsonl');
const warnings: string[] = [];
let nowMs = NOW;
let accounts: AccountsDb;
let example: Receiver;
let server: Server;

const urlOf = (at: Server) => `http://127.0.0.1:${(at.address() as AddressInfo).port}/`;
async function start(): Promise<void> {
  server = example.createReceiver({
    secret: SECRET,
    file,
    now: () => nowMs,
    warn: (line) => void warnings.push(line),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
async function send(secret = SECRET): Promise<string[]> {
  const url = urlOf(server);
  const failures: string[] = [];
  const auditStream = { target: { kind: 'http' as const, url }, secret, ca: null };
  nowMs += 600_000;
  const config = { auditStream, publicUrl: 'https://outlets.example' };
  await createAuditStream({ accounts, config, time: async () => nowMs, failed: (why) => failures.push(why) }).runNow();
  return failures;
}
const kept = () =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamedEntry);
async function note(subject: string): Promise<void> {
  const detail = { words: 'Ünïcode "quoted"\n' };
  await writeAudit(accounts, {
    at: nowMs,
    actorId: null,
    actor: 'test',
    action: 'thing.done',
    subject,
    detail,
    ip: '',
  });
}

beforeAll(async () => {
  example = (await import(/* @vite-ignore */ pathToFileURL('docs/examples/audit-receiver.mjs').href)) as Receiver;
  accounts = await openMigrated(folder);
  await start();
});
afterAll(async () => {
  server.close();
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('keeps every entry once, even after its own restart and after all entries are sent again', async () => {
  for (const subject of ['one', 'two', 'three']) await note(subject);
  expect(await send()).toEqual([]);
  server.close();
  await start();
  await note('four');
  await setCursor(accounts, 0);
  expect(await send()).toEqual([]);
  expect(kept().map(({ seq, subject }) => [seq, subject])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
    [4, 'four'],
  ]);
  expect(warnings).toEqual([]);
});

test('computes the same hashes as the log and reports an entry that was changed or does not follow the previous one', async () => {
  const entries = kept();
  for (const entry of entries) {
    expect(example.hashOf(entry)).toBe(entry.hash);
    for (const change of [{ subject: 'x' }, { at: '2026-01-01T00:00:00.000Z' }, { detail: '{}' }, { actor_id: 'x' }])
      expect(example.hashOf({ ...entry, ...change })).not.toBe(entry.hash);
  }
  const [last = expect.unreachable()] = entries.slice(-1);
  const follows = { ...last, id: 'changed', seq: last.seq + 1, previous_hash: last.hash, subject: 'changed' };
  const apart = { ...follows, id: 'apart', previous_hash: 'f'.repeat(64) };
  const body = JSON.stringify({ entries: [follows, { ...apart, hash: example.hashOf(apart) }] });
  const headers = { 'voltboard-signature': signatureOf(SECRET, body, nowMs) };
  expect((await fetch(urlOf(server), { method: 'POST', headers, body })).status).toBe(204);
  expect(warnings).toEqual([
    `Entry ${follows.seq} was changed.`,
    `Entry ${follows.seq} does not follow the one before.`,
  ]);
});

test('refuses a request without a signature or with the wrong secret', async () => {
  const url = urlOf(server);
  const body = JSON.stringify({ entries: [{ id: 'forged' }] });
  const answer = await fetch(url, { method: 'POST', body });
  expect(answer.status).toBe(401);
  expect(example.isFromVoltboard(SECRET, `t=${NOW / 1_000},v1=${'0'.repeat(64)}`, body, NOW)).toBe(false);
  expect(readFileSync(file, 'utf8')).not.toContain('forged');
});
