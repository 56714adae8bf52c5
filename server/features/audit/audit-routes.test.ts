import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine } from '#contract/audit.ts';
import { DAY_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { leaseStream, noteFailure } from '../../audit-stream/stream-queries.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp({
    env: { AUDIT_STREAM_URL: 'https://siem.example:8443/token', AUDIT_STREAM_SECRET: randomBytes(36).toString('hex') },
  });
  admin = await server.as(await makeUser(server.accounts, { role: 'admin' }));
  await server.accounts.transaction().execute(async (tx) => {
    for (let index = 0; index < 12; index += 1) {
      await writeAudit(tx, {
        at: TEST_NOW - index * DAY_MS,
        actorId: null,
        actor: 'boss@network.example',
        subject: `person${index}`,
        action: index % 3 === 0 ? 'user.disabled' : 'key.issued',
        detail: { disabled: { before: false, after: true }, note: '=1+1', sessionsEnded: 2 },
        ip: '192.0.2.7',
      });
    }
  });
});
afterAll(() => server.close());

type Page = { data: AuditLine[]; total: number };
async function list(query = ''): Promise<Page> {
  const answer = await server.app.inject({ url: `/api/audit?${query}`, headers: admin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('lists the newest entry first, with values before and after', async () => {
  const { data, total } = await list();
  expect([data.length, total]).toEqual([10, 12]);
  expect(data[0]).toMatchObject({
    actor: 'boss@network.example',
    action: 'user.disabled',
    subject: 'person0',
    ip: '192.0.2.7',
    changes: [{ field: 'disabled', before: 'false', after: 'true' }],
    // An earlier version wrote this entry. It appears as the current version would write it.
    facts: [
      { name: 'note', value: '=1+1' },
      { name: 'sessions_ended', value: '2' },
    ],
  });
});

test.each([
  ['an action', 'action=user.disabled', 4],
  ['an area', 'action=key', 8],
  ['a text', 'q=PERSON11', 1],
  ['two texts', 'q=person1+boss', 3],
  ['a wildcard as itself', 'q=person%25', 0],
  ['days, both included', 'from=2026-11-19&to=2026-11-20&tz=UTC', 2],
  ['a day of another zone', 'from=2026-11-22&to=2026-11-22&tz=Pacific/Auckland', 1],
])('filters the log by %s', async (_name, query, total) => {
  expect((await list(query)).total).toBe(total);
});

test.each(['from=2026-02-30', 'tz=Nowhere/Land&from=2026-01-01', 'sort=hash', 'action=a.b.c', 'limit=101'])(
  'rejects %s',
  async (query) => {
    expect((await server.app.inject({ url: `/api/audit?${query}`, headers: admin })).statusCode).toBe(400);
  },
);

test('offers the actions that occur', async () => {
  const answer = await server.app.inject({ url: '/api/audit/actions', headers: admin });
  expect(answer.json()).toEqual({ data: ['key.issued', 'user.disabled'] });
});

test('shows administrators the stream position, its failure, and the receiver without its path', async () => {
  const read = async () => (await server.app.inject({ url: '/api/audit/stream', headers: admin })).json();
  const first = { state: 'delivering', receiver: 'siem.example:8443', delivered_seq: 0, waiting: 12 };
  expect(await read()).toEqual({ ...first, last_delivered_at: null, failing_since: null, last_error: '' });
  await leaseStream(server.accounts, { holder: 'x', at: TEST_NOW, until: TEST_NOW + 1 });
  const failure = { holder: 'x', nextAt: TEST_NOW, since: TEST_NOW, reason: 'The address responded with 500.' };
  await noteFailure(server.accounts, failure);
  expect(await read()).toMatchObject({
    state: 'failing',
    waiting: 12,
    failing_since: new Date(TEST_NOW).toISOString(),
    last_error: 'The address responded with 500.',
  });
});

test('an administrator verifies the log from the screen', async () => {
  const answer = await server.app.inject({ url: '/api/audit/verify', headers: admin });
  expect(answer.json()).toMatchObject({
    entries: 12,
    faults: [],
    last: { seq: 12, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('exports all matching entries, oldest first and formula-safe, and records the export', async () => {
  const answer = await server.app.inject({ url: '/api/audit/export?action=key', headers: admin });
  const lines = answer.body.trim().split('\r\n');
  expect(lines).toHaveLength(9);
  expect(lines[0]).toBe('number,time,who,action,to,from_address,detail,hash');
  expect(lines[1]).toContain('boss@network.example,key.issued,person1,192.0.2.7,');
  expect((await list()).data.some(({ action }) => action === 'audit.exported')).toBe(true);
});
