import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasClickhouse } from '../../testing/servers/ask-servers.ts';
import { openEvents } from './open-events.ts';
import { describeEventsStore } from './testing/events-contract.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openServerTestEvents, type TestEvents } from './testing/open-test-events.ts';

const KINDS = ['server'] as const;

describe.skipIf(!hasClickhouse()).each(KINDS)('the events store on a ClickHouse %s', (kind) => {
  let store: TestEvents;
  beforeAll(async () => {
    store = await openServerTestEvents(kind);
  });
  afterAll(() => store.close());

  describeEventsStore(() => store);

  test('thousands of ids are looked up in one question', async () => {
    const ids = [...Array(5_000).keys()].map((n) => 10n ** 18n + BigInt(n));
    const found = await store.events.findEvents([...ids, 18446744073709551615n]);
    expect(found).toMatchObject([{ eventId: 18446744073709551615n }]);
  });

  test('a failure after the first rows fails the answer, it never only shortens it', async () => {
    const sql = `SELECT number, throwIf(number = 400000, 'boom') AS bad FROM numbers(600000)`;
    const read = { sql, scope: { kind: 'all' }, limits: { rows: 1_000_000 } } as const;
    await expect(store.events.query(read)).rejects.toThrow('events store');
  });
});

test('a server that does not answer is worth another try', async () => {
  const nobody = openEvents({ clickhouseUrl: 'http://127.0.0.1:9/outlets' }, createMemorySealLedger());
  await expect(nobody).rejects.toMatchObject({ retryable: true, message: 'The events store cannot be reached.' });
});
