import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { EventsRead, EventsReader } from '#event-store/events-db.ts';
import { NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { type Engine, sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { changeOf, createLiveChanges } from '../live/live-changes.ts';
import { eventually } from '../testing/eventually.ts';
import { createFigureCache } from './cache/figure-cache.ts';
import { createFigureSums } from './figure-sums.ts';
import { createSealState } from './plan/seal-state.ts';
import { EVERYTHING } from './query/time-range.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 7);
const LATE_MS = Date.UTC(2026, 10, 4);
const LATE_WEEK = '2026-11-02';
const OWNER: Scope = { kind: 'owner', customerId: 'c1', customerKey: 1 };
const SPONSOR: Scope = { kind: 'advertiser', customerId: 'c2', customerKey: 2 };

let engine: Engine;
let accounts: AccountsDb;
beforeEach(async () => {
  engine = sqliteEngine();
  accounts = await engine.openMigrated();
});
afterEach(() => engine.remove());

/** Opens sums on a store without events. The store records its queries and responds when the test allows it. */
async function openSums() {
  const ledger = createSealLedger(accounts);
  await ledger.takeLease('run');
  const weeks = new Map(
    ['2026-10-26', LATE_WEEK, '2026-11-09'].map((week, at) => [week, { number: at + 1, events: 1 }]),
  );
  await ledger.publish('run', { ...NOTHING_SEALED, generation: 9, watermark: '2026-11-18', weeks }, NOW);
  const reads: EventsRead[] = [];
  let answering: Promise<void> = Promise.resolve();
  const events: EventsReader = {
    query: async (read) => {
      reads.push(read);
      await answering;
      return [];
    },
    stream: () => {
      throw new RangeError('no answer here is large');
    },
    seal: () => ledger.current(),
    isReady: async () => true,
  };
  const live = createLiveChanges();
  const now = () => NOW;
  const cache = createFigureCache({ config: { clickhouseUrl: null } as Config, live, now }, () => 1);
  const sums = createFigureSums({ events, now }, createSealState({ accounts, events }), cache);
  return {
    reads,
    ask: (scope: Scope) =>
      sums({ scope, customers: null, byOutlet: false, range: EVERYTHING, timeZone: 'UTC', localDayOf: () => '' }),
    /** Marks and publishes a late event in the same way as ingestion, but without the event itself. */
    storeLate: async () => {
      await ledger.endInsert(await ledger.beginInsert([LATE_WEEK]), true);
      await live.announce(changeOf([{ customerKey: 1, advertiserKey: 2, outletKey: 3, timestampMs: LATE_MS }]));
    },
    hold: () => {
      let release = () => {};
      answering = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

const isSince = ({ params }: EventsRead) => Number(params?.totalTailFrom) > NOW - DAY_MS;

test('regardless of the number of late events and callers, one read runs and one waits', async () => {
  const { ask, hold, reads, storeLate } = await openSums();
  await storeLate();
  const release = hold();
  const asked = [ask(OWNER)];
  await eventually(() => expect(reads.some(isSince)).toBe(true));
  for (let count = 0; count < 10; count += 1) {
    await storeLate();
    asked.push(ask(OWNER));
  }
  release();
  await Promise.all(asked);
  expect(reads.filter(isSince)).toHaveLength(2);
});

test('a late event causes a new read of its own week, and not of an advertiser’s whole past', async () => {
  const { ask, reads, storeLate } = await openSums();
  const isPast = ({ params }: EventsRead) => params?.totalTailFrom === 0 && params.totalTailTo !== 0;
  const asksLate = ({ params }: EventsRead) => [params?.totalWeeks].flat().includes(LATE_WEEK);
  await storeLate();
  await ask(SPONSOR);
  expect(reads.filter(isPast).map(({ params }) => params?.totalTailTo)).toEqual([Date.parse(LATE_WEEK)]);
  for (let count = 1; count <= 3; count += 1) {
    expect(reads.filter(asksLate)).toHaveLength(count);
    await storeLate();
    await ask(SPONSOR);
  }
  expect(reads.filter(isPast)).toHaveLength(1);
});
