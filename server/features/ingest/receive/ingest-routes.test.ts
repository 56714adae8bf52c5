import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccessKey } from '../../../network/access-key.ts';
import { openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

const EUI = '00000000000000a1';
const FOREIGN_EUI = '00000000000000b1';

let ingest: TestIngest;
let key: string;
let secondKey: string;

beforeAll(async () => {
  ingest = await openTestIngest();
  const { network } = ingest;
  const { id: customerId } = await network.customer('property', 'Alpha');
  const venueId = await network.venue(customerId, 'UTC');
  const { id: outletId } = await network.outlet(EUI, { customerId, venueId });
  await network.outlet(FOREIGN_EUI, { customerId, venueId });
  key = await network.accessKey({ outletId });
  secondKey = await network.accessKey({ outletId });
});
afterAll(() => ingest.close());

const event = () => outletEvent({ eui: EUI });
const lines = (...sent: (object | string)[]) =>
  sent.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

test.each([
  ['an array', () => JSON.stringify([event(), event()]), 'application/json', 2],
  ['one object', () => JSON.stringify(event()), 'application/json; charset=utf-8', 1],
  ['lines', () => lines(event(), event(), event()), 'application/x-ndjson', 3],
  ['lines under the type of JSON', () => lines(event(), event()), 'application/json', 2],
  ['an array under the type of NDJSON', () => JSON.stringify([event()]), 'application/x-ndjson', 1],
])('accepts %s', async (_, body, type, accepted) => {
  const response = await ingest.sendRaw(body(), { key, headers: { 'content-type': type } });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toMatchObject({ accepted, duplicate: 0, rejected: 0 });
});

test('reports bad lines with their position and accepts the rest', async () => {
  const good = [event(), event()];
  const body = lines(good[0] ?? '', '{"id":', '', 'not json', '[1]', good[1] ?? '');
  const response = await ingest.sendRaw(body, { key, headers: { 'content-type': 'application/x-ndjson' } });
  const { results, accepted } = response.json();
  expect(accepted).toBe(2);
  expect(results).toMatchObject([
    { index: 0, id: good[0]?.id, status: 'accepted' },
    { index: 1, id: '', status: 'rejected', code: 'malformed' },
    { index: 2, id: '', status: 'rejected', code: 'malformed' },
    { index: 3, id: '', status: 'rejected', code: 'invalid' },
    { index: 4, id: good[1]?.id, status: 'accepted' },
  ]);
});

test('an array as the first line of NDJSON rejects only that line', async () => {
  const response = await ingest.sendRaw(lines('[]', event(), event()), {
    key,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(response.json()).toMatchObject({ accepted: 2, rejected: 1, results: [{ index: 0, code: 'invalid' }, {}, {}] });
});

test('accepts a gzip body like a plain one, and counts a repeated event once', async () => {
  const sent = Array.from({ length: 500 }, event);
  const body = gzipSync(JSON.stringify([...sent, ...sent.slice(0, 100)]));
  const response = await ingest.sendRaw(body, { key, headers: { 'content-encoding': 'gzip' } });
  expect(response.json()).toMatchObject({ accepted: 500, duplicate: 100, rejected: 0 });
});

test('accepts a batch of 10,000 events, and all are duplicates when it is repeated', async () => {
  const sent = Array.from({ length: 10_000 }, event);
  expect(await ingest.send(sent, key)).toMatchObject({ accepted: 10_000, duplicate: 0, rejected: 0 });
  expect(await ingest.send(sent, key)).toMatchObject({ accepted: 0, duplicate: 10_000, rejected: 0 });
});

test('duplicate keys, __proto__ and constructor in a body are harmless', async () => {
  const { id, timestamp } = event();
  const twice = `{"id":"${id}","type":"click","type":"view","eui":"${EUI}","timestamp":"${timestamp}"}`;
  const polluted = `{"__proto__":{"type":"view"},"constructor":{"prototype":{"accepted":true}},"id":"${id}"}`;
  const response = await ingest.sendRaw(`[${twice},${polluted}]`, { key });
  expect(response.json().results).toMatchObject([{ status: 'accepted' }, { status: 'rejected', code: 'invalid' }]);
  expect('accepted' in {}).toBe(false);
});

test.each<[status: number, what: string, body: () => string | Buffer, headers: Record<string, string>]>([
  [400, 'an empty body', () => '', {}],
  [400, 'an empty array', () => '[]', {}],
  [400, 'a broken array', () => `[${JSON.stringify(event())},]`, {}],
  [400, 'gzip that is none', () => 'x', { 'content-encoding': 'gzip' }],
  [413, 'more than 10,000 events', () => `[${'0,'.repeat(10_000)}0]`, {}],
  [413, 'more than 5 MiB', () => `["${'x'.repeat(5 * 1024 * 1024)}"]`, {}],
  [413, 'more than 5 MiB after unpacking', () => gzipSync(' '.repeat(6 * 1024 * 1024)), { 'content-encoding': 'gzip' }],
  [415, 'a form', () => 'id=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, 'plain text', () => lines(event()), { 'content-type': 'text/plain' }],
  [415, 'another content encoding', () => 'x', { 'content-encoding': 'br' }],
])('returns %d for %s, with a message', async (status, _, body, headers) => {
  const response = await ingest.sendRaw(body(), { key, headers });
  expect(response.statusCode).toBe(status);
  expect(response.json().error.message).toMatch(/[a-z]{3}.*\.$/);
});

test('names the position of a syntax error in an array, and stores nothing of it', async () => {
  const first = event();
  const response = await ingest.sendRaw(`[${JSON.stringify(first)},\n{"id":}]`, { key });
  expect(response.json().error.message).toMatch(/character \d+ \(line 2\)/);
  expect(await ingest.send([first], key)).toMatchObject({ accepted: 1 });
});

test.each([
  ['no key', undefined],
  ['something else', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ['an unknown key', createAccessKey().key],
])('returns 401 for %s, with a message that says what to do', async (_, wrong) => {
  const headers = wrong === undefined ? {} : { authorization: `Bearer ${wrong}` };
  const response = await ingest.sendRaw(JSON.stringify([event()]), { headers });
  expect(response.statusCode).toBe(401);
  expect(response.json().error.message).toMatch(/Authorization: Bearer|issue-key/);
});

test('two keys of an outlet overlap, and a revoked one is rejected on the next call', async () => {
  expect(await ingest.send([event()], secondKey)).toMatchObject({ accepted: 1 });
  await ingest.accounts
    .updateTable('access_keys')
    .set({ revoked_at: ingest.clock.ms })
    .where('prefix', '=', secondKey.slice(0, 10))
    .execute();
  expect((await ingest.sendRaw(JSON.stringify([event()]), { key: secondKey })).statusCode).toBe(401);
  expect(await ingest.send([event()], key)).toMatchObject({ accepted: 1 });
});

test('a key is valid until it expires', async () => {
  const endAt = (at: number | null) =>
    ingest.accounts.updateTable('access_keys').set({ expires_at: at }).where('prefix', '=', key.slice(0, 10)).execute();
  await endAt(ingest.clock.ms + 1);
  expect(await ingest.send([event()], key)).toMatchObject({ accepted: 1 });
  await endAt(ingest.clock.ms);
  expect((await ingest.sendRaw(JSON.stringify([event()]), { key })).statusCode).toBe(401);
  await endAt(null);
});

test('returns the same 403 for events of another outlet, whether it exists or not', async () => {
  const answers = await Promise.all(
    [FOREIGN_EUI, 'ffffffffffffffff'].map((eui) => ingest.sendRaw(JSON.stringify([outletEvent({ eui })]), { key })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  expect(answers[0]?.body).toBe(answers[1]?.body);
  const mixed = await ingest.send([outletEvent({ eui: FOREIGN_EUI }), event()], key);
  expect(mixed).toMatchObject({ accepted: 1, rejected: 1 });
});

test('records the use of a key', async () => {
  await ingest.send([event()], key);
  const row = await ingest.accounts
    .selectFrom('access_keys')
    .select('last_used_at')
    .where('prefix', '=', key.slice(0, 10))
    .executeTakeFirstOrThrow();
  expect(row.last_used_at).toBe(ingest.clock.ms);
});
