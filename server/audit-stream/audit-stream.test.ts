// Played by `npm run test:full` alone.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SECOND_MS } from '#domain/durations.ts';
import { writeAudit, writeAudits } from '../audit/write-audit.ts';
import type { AuditStreamTarget } from '../config/audit-stream-settings.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { CHAIN_START, chainHash } from '../databases/accounts/audit-chain.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { createAuditStream, type StreamedEntry } from './create-audit-stream.ts';
import { showAuditStream } from './show-audit-stream.ts';
import { findCursor, setCursor } from './stream-queries.ts';

const SECRET = 'the secret of the stream, long enough';
type Call = { readonly headers: Record<string, string | string[] | undefined>; readonly body: string };

/** Returns the expected hash of an entry, computed from the received fields. */
const hashOf = (entry: StreamedEntry) => chainHash(entry.previous_hash ?? '', { ...entry, at: Date.parse(entry.at) });
const entriesOf = ({ body }: Call) => (JSON.parse(body) as { entries: StreamedEntry[] }).entries;

describeOnEngines('the audit stream', (engine) => {
  let accounts: AccountsDb;
  let receiver: Server;
  let nowMs = Date.UTC(2026, 10, 21, 12);
  let answer: (call: Call) => number | 'hang up' | Promise<number>;
  const calls: Call[] = [];
  const got = () => calls.flatMap(entriesOf);
  const seqs = () => got().map(({ seq }) => seq);

  beforeAll(async () => {
    accounts = await engine.openMigrated();
    receiver = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const call = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
      const status = await answer(call);
      if (status === 'hang up') return request.destroy();
      if (status === 204) calls.push(call);
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(async () => {
    calls.length = 0;
    answer = () => 204;
    const { seq } = await accounts.selectFrom('audit_chain').select('seq').executeTakeFirstOrThrow();
    await setCursor(accounts, seq);
  });
  afterEach(() => receiver.closeAllConnections());
  afterAll(async () => {
    receiver.close();
    await engine.remove();
  });

  const target = (): AuditStreamTarget => ({
    kind: 'http',
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/audit`,
  });
  /** Opens the stream in the same way as a separate process. */
  const openProcess = (failures: string[] = []) =>
    createAuditStream({
      accounts,
      time: async () => nowMs,
      failed: (why: string) => failures.push(why),
      config: { auditStream: { target: target(), secret: SECRET, ca: null }, publicUrl: 'https://outlets.example' },
    });
  const entry = (subject: string) => ({
    at: nowMs,
    actorId: null,
    actor: 'Ünïcode',
    action: 'thing.done',
    subject,
    ip: '192.0.2.1',
    detail: { role: { before: 'a', after: 'b' }, words: 'Ünïcode "quoted"' },
  });
  const write = (...subjects: string[]) => writeAudits(accounts, subjects.map(entry));

  test('every entry arrives once, in order, signed, with hashes that the receiver can verify', async () => {
    await write('one', 'two', 'three');
    await openProcess().runNow();
    await write('four');
    await openProcess().runNow();
    expect(got().map(({ subject }) => subject)).toEqual(['one', 'two', 'three', 'four']);
    for (const [at, one] of got().entries()) {
      expect(one.hash).toBe(hashOf(one));
      const before = got()[at - 1];
      if (before !== undefined) expect([one.previous_hash, one.seq]).toEqual([before.hash, before.seq + 1]);
      if (one.seq === 1) expect(one.previous_hash).toBe(CHAIN_START);
    }
    expect(new Set(got().map(({ id }) => id)).size).toBe(4);
    expect(new Set(calls.map(({ headers }) => headers['voltboard-call'])).size).toBe(2);
    for (const { headers, body } of calls) {
      const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['voltboard-signature'])) ?? [];
      expect(Number(t)).toBe(Math.floor(nowMs / SECOND_MS));
      expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex'));
    }
  });

  test.each([500, 401, 302, 413, 'hang up'] as const)(
    'a receiver that answers %s gets the entries later, and none is lost',
    async (status) => {
      answer = () => status as number;
      await write('one', 'two', 'three');
      const failures: string[] = [];
      const before = (await findCursor(accounts)).delivered_seq;
      await openProcess(failures).runNow();
      const failing = await showAuditStream(accounts, null);
      expect([failing.deliveredSeq, failing.waiting, failing.failingSince]).toEqual([before, 3, nowMs]);
      expect(failures).toEqual([failing.lastError]);
      // The stream waits before it retries, longer each time.
      await openProcess(failures).runNow();
      expect(failures).toHaveLength(1);
      const since = nowMs;
      nowMs += SECOND_MS;
      await openProcess(failures).runNow();
      nowMs += SECOND_MS;
      await openProcess(failures).runNow();
      expect(failures).toHaveLength(2);
      expect((await showAuditStream(accounts, null)).failingSince).toBe(since);
      answer = () => 204;
      nowMs += SECOND_MS;
      await openProcess().runNow();
      expect(got().map(({ subject }) => subject)).toEqual(['one', 'two', 'three']);
      expect(await showAuditStream(accounts, null)).toMatchObject({ waiting: 0, failingSince: null, lastError: '' });
    },
  );

  test('sends a batch that was accepted but not recorded again, with the same ids', async () => {
    await write('one', 'two');
    const before = (await findCursor(accounts)).delivered_seq;
    await openProcess().runNow();
    const ids = got().map(({ id }) => id);
    // Simulates a process that died after the response.
    await setCursor(accounts, before);
    await openProcess().runNow();
    expect(got().map(({ id }) => id)).toEqual([...ids, ...ids]);
  });

  test('one of several processes sends, and a frozen one loses its lease and moves no cursor back', async () => {
    await write('one', 'two');
    let wake = (_status: number) => {};
    let arrived = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    answer = () => {
      arrived();
      return new Promise<number>((resolve) => {
        wake = resolve;
      });
    };
    const frozen = openProcess().runNow();
    await isThere;
    answer = () => 204;
    await openProcess().runNow();
    expect(seqs()).toEqual([]);
    nowMs += 61 * SECOND_MS;
    await write('three');
    await openProcess().runNow();
    const { delivered_seq: after } = await findCursor(accounts);
    expect(got().map(({ subject }) => subject)).toEqual(['one', 'two', 'three']);
    wake(204);
    await frozen;
    expect((await findCursor(accounts)).delivered_seq).toBe(after);
  });

  test('a cursor that a command sets back while a batch is being sent stays there', async () => {
    await write('one', 'two');
    const before = (await findCursor(accounts)).delivered_seq;
    answer = async () => {
      answer = () => 204;
      await setCursor(accounts, before - 1);
      return 204;
    };
    const one = openProcess();
    await one.runNow();
    expect((await findCursor(accounts)).delivered_seq).toBe(before - 1);
    await one.runNow();
    expect(seqs()).toEqual([before + 1, before + 2, before, before + 1, before + 2]);
  });

  test('sends more entries than fit into one call in several calls, in order', async () => {
    const subjects = Array.from({ length: 1_100 }, (_, at) => `entry ${at}`);
    for (let at = 0; at < subjects.length; at += 200) await write(...subjects.slice(at, at + 200));
    await openProcess().runNow();
    expect(got().map(({ subject }) => subject)).toEqual(subjects);
    expect(calls.length).toBeGreaterThan(2);
    calls.length = 0;
    const large = { ...entry('large'), detail: { text: 'x'.repeat(200_000) } };
    for (let at = 0; at < 3; at += 1) await writeAudit(accounts, large);
    await openProcess().runNow();
    expect(calls.map((call) => entriesOf(call).length)).toEqual([1, 1, 1]);
  });

  test('a restored store that writes other entries sends them under other ids', async () => {
    await write('one');
    await openProcess().runNow();
    const [{ id, seq, hash } = expect.unreachable()] = got();
    expect(id.endsWith(`-${seq}-${hash.slice(0, 16)}`)).toBe(true);
  });

  test('over syslog each entry is a signed RFC 5424 message in a frame with its length', async () => {
    let text = '';
    let isRefusing = true;
    const sockets = createSocketServer((socket: Socket) => {
      if (isRefusing) return socket.end();
      socket.setEncoding('utf8');
      socket.on('data', (part) => {
        text += part;
      });
    });
    await once(sockets.listen(0, '127.0.0.1'), 'listening');
    const { port } = sockets.address() as AddressInfo;
    const syslog = { kind: 'syslog', host: '127.0.0.1', port, isEncrypted: false } as const;
    const stream = createAuditStream({
      accounts,
      time: async () => nowMs,
      config: { auditStream: { target: syslog, secret: SECRET, ca: null }, publicUrl: 'https://outlets.example' },
    });
    await write('a "quoted" ]subject\\', 'größer');
    // A receiver that closes before it reads anything has confirmed nothing.
    await stream.runNow();
    expect(await showAuditStream(accounts, null)).toMatchObject({ waiting: 2, failingSince: nowMs });
    isRefusing = false;
    nowMs += SECOND_MS;
    await stream.runNow();
    expect(await showAuditStream(accounts, null)).toMatchObject({ waiting: 0, failingSince: null });
    sockets.close();
    const messages: string[] = [];
    for (let rest = Buffer.from(text); rest.length > 0; ) {
      const space = rest.indexOf(' ');
      const length = Number(rest.subarray(0, space));
      messages.push(rest.subarray(space + 1, space + 1 + length).toString('utf8'));
      rest = rest.subarray(space + 1 + length);
    }
    const parsed = messages.map((message) => {
      const found =
        /^<110>1 (\S+Z) outlets\.example voltboard - thing\.done \[voltboard@32473 id="(\S+)" seq="(\d+)" hash="(\w+)" t="(\d+)" v1="(\w+)"\] ([\x20-\x7e]*)$/.exec(
          message,
        ) ?? expect.unreachable(message);
      const [, at, id, seq, hash, t, v1, json = ''] = found;
      const sent = JSON.parse(json) as StreamedEntry;
      expect([at, id, seq, hash]).toEqual([sent.at, sent.id, String(sent.seq), sent.hash]);
      expect(v1).toBe(createHmac('sha256', SECRET).update(`${t}.${json}`).digest('hex'));
      expect(sent.hash).toBe(hashOf(sent));
      return sent.subject;
    });
    expect(parsed).toEqual(['a "quoted" ]subject\\', 'größer']);
  });
});
