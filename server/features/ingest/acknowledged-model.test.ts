import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventResult, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { eventIdOf } from '#event-store/event-identity.ts';
import { NOW, openTestIngest, type StoredRow, type TestIngest } from './testing/open-test-ingest.ts';

/*
 * An acknowledged event is always stored. Views, clicks and burns share few ids, and name each other, themselves and
 * missing events. They arrive concurrently, in batches and requests of any size. After each round, the test compares
 * the answers with the store.
 */

const FLIGHTS = ['ACK-CPM', 'ACK-CPC', 'ACK-CPB'] as const;
const IDS = 5;
let ingest: TestIngest;
let gateway: string;
let outlets: readonly { readonly eui: string; readonly key: number }[];
let flightKeys: ReadonlyMap<string, number>;

beforeAll(async () => {
  ingest = await openTestIngest();
  const { network: lay } = ingest;
  const owner = await lay.customer('property', 'Owner');
  const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
  outlets = [await lay.outlet('00000000000000a1', place), await lay.outlet('00000000000000a2', place)];
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const made: [string, number][] = [];
  for (const [index, code] of FLIGHTS.entries()) {
    const model = (['cpm', 'cpc', 'cpb'] as const)[index] ?? 'cpm';
    made.push([code, (await lay.flight(campaign.id, code, { prices: [{ model, micros: 1_000_000 }] })).key]);
  }
  flightKeys = new Map(made);
  gateway = await lay.accessKey({ customerId: owner.id });
});
afterAll(() => ingest.close());

const rounds = fc.array(
  fc.array(
    fc.array(
      fc.record({
        id: fc.nat(IDS - 1),
        type: fc.constantFrom('view', 'view', 'click', 'burn'),
        outlet: fc.nat(1),
        minute: fc.nat(1),
        viewId: fc.nat(IDS - 1),
        flight: fc.option(fc.constantFrom(...FLIGHTS, 'UNKNOWN'), { freq: 3 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  { minLength: 1, maxLength: 4 },
);
type Plan = (typeof rounds extends fc.Arbitrary<(infer Round)[]> ? Round : never) extends (infer Batch)[]
  ? Batch extends (infer One)[]
    ? One
    : never
  : never;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
/** Returns one of few ids within a run, and different ids in each run, because the runs share one store. */
const idIn = (run: number, id: number): string => `00000000-0000-4000-8000-${hex(run, 8)}${hex(id, 4)}`;

function eventOf({ id, type, outlet, minute, viewId, flight }: Plan, run: number): OutletEvent {
  return {
    id: idIn(run, id),
    type: type as OutletEvent['type'],
    eui: outlets[outlet]?.eui ?? '',
    timestamp: new Date(NOW - (minute + 1) * MINUTE_MS).toISOString(),
    ...(type === 'view' ? {} : { view_id: idIn(run, viewId) }),
    ...(flight === null ? {} : { flight }),
  };
}

const keyOf = ({ eui }: OutletEvent): number => outlets.find((outlet) => outlet.eui === eui)?.key ?? 0;

function isOf(row: StoredRow, event: OutletEvent): boolean {
  const isSame = row.kind === event.type && row.at === Date.parse(event.timestamp) && row.device_id === keyOf(event);
  const viewId = event.view_id === undefined ? '0' : String(eventIdOf(keyOf(event), event.view_id));
  return isSame && row.view_id === viewId && hasFlightOf(row, event);
}

/**
 * Whether a row has the flight of the event. A click without a flight has the flight of its view. An unknown code, such
 * as that of a removed flight, cannot be compared.
 */
function hasFlightOf(row: StoredRow, { type, flight }: OutletEvent): boolean {
  if (flight === undefined) return type !== 'view' || row.flight_id === 0;
  return row.flight_id === (flightKeys.get(flight) ?? row.flight_id);
}

/** Fails unless the stored rows match the result. */
function check(event: OutletEvent, { status, code }: EventResult, byId: ReadonlyMap<string, StoredRow[]>): void {
  if (status === 'rejected') return;
  const rows = byId.get(String(eventIdOf(keyOf(event), event.id))) ?? [];
  expect(rows, `${status} ${JSON.stringify(event)}`).toHaveLength(1);
  if (status === 'accepted') expect(rows.every((row) => isOf(row, event))).toBe(true);
  if (status === 'duplicate') expect(rows.every((row) => isOf(row, event))).toBe(code === undefined);
}

/**
 * Checks that clicks and burns are stored with their view and earn by its flight, and that at most one of each kind
 * earns.
 */
function checkEarnings(rows: readonly StoredRow[], byId: ReadonlyMap<string, StoredRow[]>): void {
  const earned = new Map<string, number>();
  for (const row of rows.filter(({ kind }) => kind !== 'view')) {
    const [view] = byId.get(row.view_id) ?? [];
    expect(view).toMatchObject({ kind: 'view', device_id: row.device_id, flight_id: row.flight_id });
    const place = `${row.view_id} ${row.kind}`;
    if (row.amount > 0) earned.set(place, (earned.get(place) ?? 0) + 1);
  }
  expect([...earned.values()].filter((count) => count > 1)).toEqual([]);
}

test('stores each acknowledged event exactly once, despite shared ids, references and concurrency', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (planned) => {
      run += 1;
      const sentIds = new Set<string>();
      for (const batches of planned) {
        const sent = batches.map((batch) => batch.map((plan) => eventOf(plan, run)));
        for (const event of sent.flat()) sentIds.add(String(eventIdOf(keyOf(event), event.id)));
        const answers = await Promise.all(sent.map((events) => ingest.send(events, gateway)));
        const rows = (await ingest.stored()).filter((row) => sentIds.has(row.event_id));
        const byId = new Map<string, StoredRow[]>();
        for (const row of rows) byId.set(row.event_id, [...(byId.get(row.event_id) ?? []), row]);
        for (const [position, events] of sent.entries()) {
          const results = answers[position]?.results ?? [];
          expect(results).toHaveLength(events.length);
          for (const result of results) {
            const event = events[result.index];
            if (event !== undefined) check(event, result, byId);
          }
        }
        const told = answers.flatMap(({ results }) => results).filter(({ status }) => status === 'accepted');
        expect(told.length).toBeLessThanOrEqual(rows.length);
        checkEarnings(rows, byId);
      }
    }),
    { numRuns: 25 },
  );
});

test('a click with the id of its own view is a conflict in any position, and the view is stored', async () => {
  const [outlet] = outlets;
  const view = { id: idIn(0, 1), type: 'view', eui: outlet?.eui ?? '', timestamp: new Date(NOW).toISOString() };
  const { results } = await ingest.send([{ ...view, type: 'click', view_id: view.id }, view], gateway);
  expect(results).toMatchObject([{ status: 'duplicate', code: 'conflict' }, { status: 'accepted' }]);
  const rows = (await ingest.stored()).filter(
    ({ event_id }) => event_id === String(eventIdOf(outlet?.key ?? 0, view.id)),
  );
  expect(rows).toMatchObject([{ kind: 'view' }]);
});
