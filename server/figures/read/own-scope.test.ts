import { expect, test } from 'vitest';
import type { Scope } from '#domain/role.ts';
import type { EventsRead, EventsReader } from '#event-store/events-db.ts';
import { NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import { rawBetween } from '../plan/reading-plan.ts';
import { findCampaignOutlets, findFirstRawEvent, findFirstSealedEvent } from './first-events-queries.ts';
import { sumRawByDay, sumRawEvents, sumSealedByDay, sumSealedDays } from './sums-queries.ts';

const OWNER: Scope = { kind: 'owner', customerId: 'c1', customerKey: 7 };
const SPONSOR = { kind: 'advertiser', customerId: 'c2', customerKey: 8 } as const;
const { archive } = NOTHING_SEALED;
const customers = null;
const time = { fromMs: 0, toMs: 1 };
const raw = rawBetween(0, 1);
const sealed = { kind: 'days', fromDay: '2026-11-01', toDay: '2026-11-02', seals: [1] } as const;
const sums = { customers, byOutlet: true, byLocalDay: false, total: raw, rated: raw, today: time };

type Ask = (events: EventsReader, scope: Scope) => Promise<unknown>;
const RAW: readonly Ask[] = [
  (events, scope) => sumRawEvents(events, scope, sums, archive),
  (events, scope) => sumRawByDay(events, scope, { raw, customers, dayStarts: null }, archive),
  (events, scope) => findFirstRawEvent(events, scope, { raw, customers }, archive),
];
const ROLLUPS: readonly Ask[] = [
  (events, scope) => sumSealedDays(events, scope, { sealed, generation: 1, customers }),
  (events, scope) => sumSealedDays(events, scope, { sealed: { kind: 'all-time' }, generation: 1, customers }),
  (events, scope) => sumSealedByDay(events, scope, sealed, customers),
  (events, scope) => findFirstSealedEvent(events, scope, { generation: 1, customers }),
];

/** Returns the queries that the store receives. */
async function asked(ask: Ask, scope: Scope): Promise<EventsRead[]> {
  const reads: EventsRead[] = [];
  const query = async (read: EventsRead) => {
    reads.push(read);
    return [];
  };
  async function* stream(read: EventsRead) {
    yield* await query(read);
  }
  await ask({ query, stream } as never, scope);
  return reads;
}

test('each query names the scope in its own WHERE, in addition to the filter of the tables', async () => {
  const cases = [
    ...[...RAW, ...ROLLUPS].map((ask) => ({ ask, scope: OWNER, condition: 'customer_id = {scopeKey:UInt32}' })),
    ...[...RAW, (events: EventsReader) => findCampaignOutlets(events, SPONSOR, time, archive)].map((ask) => ({
      ask,
      scope: SPONSOR,
      condition: 'advertiser_id = {scopeKey:UInt32}',
    })),
  ];
  for (const { ask, scope, condition } of cases) {
    const reads = await asked(ask, scope);
    expect(reads.length).toBeGreaterThan(0);
    for (const read of reads) {
      expect(read.sql).toContain(condition);
      expect(read.params?.scopeKey).toBe(scope.customerKey);
      expect(read.scope).toBe(scope);
    }
  }
});
