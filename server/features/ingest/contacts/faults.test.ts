import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { NOW, openTestIngest, outletEvent } from '../testing/open-test-ingest.ts';

let ingest: Awaited<ReturnType<typeof openTestIngest>>;
let outlet: { id: string; key: number; eui: string };
let key: string;
beforeAll(async () => {
  ingest = await openTestIngest();
  const { network: lay } = ingest;
  const owner = await lay.customer('property', 'Faulty Hotels');
  outlet = await lay.outlet('00000000000000f1', { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') });
  key = await lay.accessKey({ outletId: outlet.id });
});
afterAll(() => ingest.close());

const fault = (kind: 'surge' | 'overheating', minutesAgo: number, id: string = randomUUID()) => ({
  ...outletEvent({ eui: outlet.eui }),
  id,
  type: 'fault',
  fault: kind,
  timestamp: new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
});
const stored = () =>
  ingest.accounts.selectFrom('outlet_faults').select(['event_id', 'kind', 'at', 'received_at']).orderBy('at').execute();

test('stores a fault once by its id, ignores later content, and charges nothing', async () => {
  const id = randomUUID();
  const first = await ingest.send([fault('surge', 90, id), fault('surge', 90, id)], key);
  expect(first.results.map(({ status, code }) => [status, code])).toEqual([
    ['accepted', undefined],
    ['duplicate', undefined],
  ]);
  const again = await ingest.send([fault('surge', 90, id), fault('overheating', 90, id)], key);
  expect(again.results.map(({ status, code }) => [status, code])).toEqual([
    ['duplicate', undefined],
    ['duplicate', 'conflict'],
  ]);
  expect(await stored()).toEqual([{ event_id: id, kind: 'surge', at: NOW - 90 * MINUTE_MS, received_at: NOW }]);
  const [row] = await ingest.events.query<{ rows: string }>({
    sql: 'SELECT count() AS rows FROM events',
    scope: { kind: 'all' },
  });
  expect(Number(row?.rows)).toBe(0);
});

test('rejects a fault without a kind or with an unknown one', async () => {
  const { results } = await ingest.send(
    [
      { ...outletEvent({ eui: outlet.eui }), type: 'fault' },
      { ...outletEvent({ eui: outlet.eui }), type: 'fault', fault: 'bored' },
    ],
    key,
  );
  expect(results.map(({ code, reason }) => [code, reason])).toEqual([
    ['missing_fault', expect.stringContaining('"overheating"')],
    ['invalid', '"fault" must be one of surge, short_circuit, overload, overheating, tamper, power_lost, power_back.'],
  ]);
});

test('stores each minute of contact in any order of arrival', async () => {
  const at = (minutes: number) => new Date(NOW - HOUR_MS + minutes * MINUTE_MS).toISOString();
  for (const minutes of [59, 0, 31, 31]) {
    await ingest.send([{ ...outletEvent({ eui: outlet.eui }), type: 'heartbeat', timestamp: at(minutes) }], key);
  }
  const row = await ingest.accounts
    .selectFrom('contact_hours')
    .select(['first_half', 'second_half'])
    .where('outlet_key', '=', outlet.key)
    .where('hour', '=', (NOW - HOUR_MS) / HOUR_MS)
    .executeTakeFirst();
  expect(row).toEqual({ first_half: 1, second_half: (1 << 1) | (1 << 29) });
});
