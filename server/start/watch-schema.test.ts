import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND_MS } from '#domain/durations.ts';
import { EVENTS_MIGRATIONS } from '#event-store/migrate-events.ts';
import { createTurns } from '../maintenance/recurring-jobs.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { announceBreaking, readAnnounced } from './announce-breaking.ts';
import { createSchemaWatch } from './watch-schema.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const announce = (...pending: string[]) => {
  const lines: string[] = [];
  return announceBreaking(server.accounts, pending, (line) => lines.push(line), 1).then(() => lines);
};

test('a migration that older processes can continue after is not announced', async () => {
  expect(await announce('9001-more', EVENTS_MIGRATIONS[0]?.name ?? '')).toEqual([]);
  expect(await readAnnounced(server.accounts)).toEqual([]);
});

test('older processes that cannot continue after a migration reject all calls with the reason, and newer ones continue', async () => {
  const ask = async (url: string, headers = {}) => {
    const { statusCode, headers: sent } = await server.app.inject({ url, headers });
    return [url, statusCode, sent['retry-after']];
  };
  const admin = await server.asRole('admin');
  await server.schema.look();
  expect(await ask('/api/list/summary', admin)).toEqual(['/api/list/summary', 200, undefined]);
  expect(await announce('9002-breaking-split', '9003-more')).toEqual([expect.stringContaining('9002-breaking-split')]);
  await announce('9004-breaking-again');
  expect(await readAnnounced(server.accounts)).toEqual(['9002-breaking-split', '9004-breaking-again']);
  await server.schema.look();
  expect(await ask('/api/list/summary', admin)).toEqual(['/api/list/summary', 503, '5']);
  const sent = await server.app.inject({ method: 'POST', url: '/api/ingest/events', payload: [] });
  expect([sent.statusCode, sent.headers['retry-after']]).toEqual([503, '5']);
  expect(await ask('/api/healthz')).toEqual(['/api/healthz', 200, undefined]);
  const ready = await server.app.inject('/api/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, expect.objectContaining({ events: true, schema: false })]);
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  const older = createSchemaWatch({ accounts: server.accounts, warn });
  for (const _ of [1, 2]) await older.look();
  expect(lines).toEqual([expect.stringMatching(/9002-breaking-split.*Replace this process/)]);
  const known = ['9002-breaking-split', '9004-breaking-again'];
  const newer = createSchemaWatch({ accounts: server.accounts, warn, known });
  await newer.look();
  expect([older.isBehind(), newer.isBehind()]).toEqual([true, false]);
});

test('a process that could not check for longer than others wait for it rejects calls until it has checked', async () => {
  const clock = { ms: 0 };
  const known = await readAnnounced(server.accounts);
  const watch = createSchemaWatch({ accounts: server.accounts, warn: () => undefined, known, elapsed: () => clock.ms });
  await watch.look();
  clock.ms = 14 * SECOND_MS;
  expect(watch.isBehind()).toBe(false);
  clock.ms = 16 * SECOND_MS;
  expect(watch.isBehind()).toBe(true);
  await watch.look();
  expect(watch.isBehind()).toBe(false);
});

test('recurring jobs do not start in a process that is behind', async () => {
  const { accounts, clock } = server;
  const begun: string[] = [];
  const turns = (isBehind: boolean) =>
    createTurns({ accounts, now: () => clock.ms, report: () => undefined, isBehind: () => isBehind });
  for (const isBehind of [true, false]) {
    const work = async () => void begun.push(`${isBehind}`);
    await turns(isBehind).here('a job', work);
    await turns(isBehind).byOne(`another ${isBehind}`, work);
  }
  expect(begun).toEqual(['false', 'false']);
});
