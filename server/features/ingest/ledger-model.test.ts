// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { PriceModel } from '#domain/money.ts';
import { turnPatternsOff } from '../../testing/patterns-off.ts';
import { NOW, openTestIngest, type TestIngest } from './testing/open-test-ingest.ts';

/*
 * Random networks and random ledgers against an independent sum of the sent events
 * (docs/threat-model.md#how-it-is-tested). Covers retries, overlaps, any order, concurrent senders and late events.
 * Also covers versions of prices and shares, and an outlet that changes hands.
 */

const DEFAULT_SHARE_PPM = 300_000;
const ESTIMATE_MILLI_WH = 25_000;
const MODELS = ['cpm', 'cpc', 'cpb', 'flat'] as const satisfies readonly PriceModel[];

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await openTestIngest();
  await turnPatternsOff(ingest.accounts);
});
afterAll(() => ingest.close());

const moment = fc.integer({ min: NOW - 29 * DAY_MS, max: NOW });
const micros = fc.integer({ min: 0, max: 50_000_000 });

/**
 * The variable terms of a network. Four flights, one per price model, with two prices each. Two owners with a share
 * from a date on.
 */
const terms = fc.record({
  prices: fc.array(fc.record({ first: micros, second: micros, changeAt: moment }), { minLength: 4, maxLength: 4 }),
  shares: fc.array(fc.record({ ppm: fc.integer({ min: 0, max: 1_000_000 }), from: moment }), {
    minLength: 2,
    maxLength: 2,
  }),
  handOverAt: moment,
});
type Terms = typeof terms extends fc.Arbitrary<infer Value> ? Value : never;

const plans = fc.array(
  fc.record({
    type: fc.constantFrom('view', 'view', 'view', 'click', 'burn'),
    outlet: fc.integer({ min: 0, max: 2 }),
    at: moment,
    flight: fc.option(fc.integer({ min: 0, max: 3 })),
    energyWh: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    /** The index of the earlier view that a click or burn names. */
    view: fc.nat(),
    copies: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 20, maxLength: 80 },
);
type Plan = (typeof plans extends fc.Arbitrary<infer Value> ? Value : never)[number];

const ZONES = ['America/Los_Angeles', 'Asia/Kathmandu'] as const;

/**
 * Outlet 2 belongs to owner 0 until the handover and to owner 1 from then on. Outlet 0 belongs to owner 0, and outlet 1
 * to owner 1.
 */
async function layNetwork({ prices, shares, handOverAt }: Terms) {
  const { network: lay } = ingest;
  const owners = await Promise.all(
    ZONES.map(async (zone, index) => {
      const owner = await lay.customer('property', randomUUID());
      const share = shares[index];
      if (share) await lay.share(owner.id, share.ppm, share.from);
      return { ...owner, venueId: await lay.venue(owner.id, zone) };
    }),
  );
  const [one, two] = owners;
  if (!one || !two) throw new Error('two owners are needed');
  const eui = () => randomUUID().replaceAll('-', '').slice(0, 16);
  const place = ({ id: customerId, venueId }: typeof one) => ({ customerId, venueId });
  const outlets = [
    await lay.outlet(eui(), place(one)),
    await lay.outlet(eui(), place(two)),
    await lay.outlet(eui(), place(one)),
  ];
  await lay.assign(outlets[2]?.id ?? '', two.id, two.venueId, handOverAt);
  const campaign = await lay.campaign((await lay.customer('advertiser', randomUUID())).id);
  const flights: string[] = [];
  for (const [index, model] of MODELS.entries()) {
    const price = prices[index] ?? { first: 0, second: 0, changeAt: 0 };
    const versions = [
      { model, micros: price.first },
      { model, micros: price.second, from: price.changeAt },
    ];
    const code = randomUUID();
    await lay.flight(campaign.id, code, { prices: versions });
    flights.push(code);
  }
  const keys = await Promise.all(outlets.map(({ id }) => lay.accessKey({ outletId: id })));
  return { owners, outlets, keys, flights, campaign };
}
type Network = Awaited<ReturnType<typeof layNetwork>>;

/**
 * Builds the planned events as outlets send them. A click or burn names an earlier view of its outlet, and may name its
 * flight. Each view has at most one click and one burn.
 */
function ledgerOf(planned: readonly Plan[], { outlets, flights }: Network) {
  const views: { id: string; outlet: number; flight: number | null; at: number }[] = [];
  const followed = new Set<string>();
  return planned.flatMap((written) => {
    let plan = written;
    const id = randomUUID();
    const own = views.filter(({ outlet }) => outlet === plan.outlet);
    const view = plan.type === 'view' ? undefined : own[plan.view % Math.max(own.length, 1)];
    const place = `${view?.id} ${plan.type}`;
    if (plan.type !== 'view' && (view === undefined || followed.has(place))) return [];
    followed.add(place);
    if (plan.type === 'view') views.push({ id, outlet: plan.outlet, flight: plan.flight, at: plan.at });
    // A click or burn is never before its view.
    if (view !== undefined) plan = { ...plan, at: Math.max(plan.at, view.at) };
    const paidFlight = view ? view.flight : plan.flight;
    const namesFlight = paidFlight !== null && (plan.type === 'view' || plan.flight !== null);
    const event: OutletEvent = {
      id,
      type: plan.type as OutletEvent['type'],
      eui: outlets[plan.outlet]?.eui ?? '',
      timestamp: new Date(plan.at).toISOString(),
      ...(view ? { view_id: view.id } : {}),
      ...(namesFlight ? { flight: flights[paidFlight] ?? '' } : {}),
      ...(plan.energyWh === null ? {} : { energy_wh: plan.energyWh }),
    };
    return [{ plan, event, paidFlight }];
  });
}
type Entry = ReturnType<typeof ledgerOf>[number];

const roundHalfEven = (dividend: number, divisor: number): number => {
  const floor = Math.floor(dividend / divisor);
  const rest = dividend - floor * divisor;
  if (rest * 2 === divisor) return floor + (floor % 2);
  return rest * 2 > divisor ? floor + 1 : floor;
};

/**
 * Returns the energy of a charge: the measurement of its burn, or of its click, or of its view, or else the estimate.
 */
function energyOf({ event }: Entry, ledger: readonly Entry[]): number {
  const charge = ledger.filter(({ event: { id, view_id: viewId } }) => id === event.id || viewId === event.id);
  for (const type of ['burn', 'click', 'view']) {
    const measured = charge.find(({ plan }) => plan.type === type)?.plan.energyWh ?? null;
    if (measured !== null) return Math.round(measured * 1_000);
  }
  return ESTIMATE_MILLI_WH;
}

/** Returns the expected row of one event, calculated from the terms alone. */
function expectedOf(entry: Entry, { prices, shares, handOverAt }: Terms, ledger: readonly Entry[]) {
  const { plan, paidFlight } = entry;
  const owner = plan.outlet === 1 || (plan.outlet === 2 && plan.at >= handOverAt) ? 1 : 0;
  const price = paidFlight === null ? undefined : prices[paidFlight];
  const perUnit = price === undefined ? 0 : plan.at >= price.changeAt ? price.second : price.first;
  const paying = ['view', 'click', 'burn', 'view'][paidFlight ?? 0];
  const amount = paying !== plan.type ? 0 : paidFlight === 0 ? roundHalfEven(perUnit, 1_000) : perUnit;
  const share = shares[owner];
  const ppm = share && plan.at >= share.from ? share.ppm : DEFAULT_SHARE_PPM;
  return {
    owner,
    amount,
    ownerAmount: roundHalfEven(amount * ppm, 1_000_000),
    energy: plan.type === 'view' ? energyOf(entry, ledger) : 0,
    day: new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[owner] }).format(plan.at),
  };
}

type Sums = Map<string, [count: number, amount: number, owner: number, energy: number]>;

function add(sums: Sums, key: string, [count, amount, owner, energy]: [number, number, number, number]): void {
  const sum = sums.get(key) ?? [0, 0, 0, 0];
  sums.set(key, [sum[0] + count, sum[1] + amount, sum[2] + owner, sum[3] + energy]);
}

/** Sends copies in the given order, in batches of any size, several concurrently and each outlet with its own key. */
async function sendAll(entries: readonly Entry[], batchSize: number, { keys }: Network): Promise<void> {
  const batches: { outlet: number; events: OutletEvent[] }[] = [];
  for (const { plan, event } of entries) {
    const open = batches.find(({ outlet, events }) => outlet === plan.outlet && events.length < batchSize);
    if (open) open.events.push(event);
    else batches.push({ outlet: plan.outlet, events: [event] });
  }
  await Promise.all(batches.map(({ outlet, events }) => ingest.send(events, keys[outlet] ?? '')));
}

test('totals equal those of the distinct events to the micro-dollar, with repetition, any order and late events', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      plans,
      fc.integer({ min: 1, max: 30 }),
      fc.infiniteStream(fc.nat()),
      async (given, planned, batchSize, random) => {
        const network = await layNetwork(given);
        const ledger = ledgerOf(planned, network);
        const copies = ledger.flatMap((entry) => Array.from({ length: entry.plan.copies }, () => entry));
        const shuffled = copies
          .map((entry) => ({ entry, place: random.next().value ?? 0 }))
          .sort((left, right) => left.place - right.place)
          .map(({ entry }) => entry);
        await sendAll(shuffled, batchSize, network);
        // The server rejected a click that arrived before its view, with a retry delay.
        await sendAll(ledger, 1_000, network);

        const expected: Sums = new Map();
        for (const entry of ledger) {
          const { owner, amount, ownerAmount, energy, day } = expectedOf(entry, given, ledger);
          const outlet = network.outlets[entry.plan.outlet];
          const key = [network.owners[owner]?.key, outlet?.key, entry.plan.type, day].join(' ');
          add(expected, key, [1, amount, ownerAmount, energy]);
        }
        const ownerKeys = new Set(network.owners.map(({ key }) => key));
        const stored: Sums = new Map();
        for (const row of (await ingest.stored()).filter((row) => ownerKeys.has(row.customer_id))) {
          // A reading is not an event. It corrects the energy of its view, and counts as part of the view.
          const isReading = row.kind === 'reading';
          const key = [row.customer_id, row.device_id, isReading ? 'view' : row.kind, row.local_day].join(' ');
          add(stored, key, [isReading ? 0 : 1, row.amount, row.owner, row.energy]);
        }
        expect(stored).toEqual(expected);

        const paid = ledger.filter(({ paidFlight }) => paidFlight !== null);
        expect(await readCampaign(network.campaign.key)).toEqual({
          events: paid.length,
          amount: paid.reduce((sum, entry) => sum + expectedOf(entry, given, ledger).amount, 0),
        });
      },
    ),
    { numRuns: 12 },
  );
});

/** Returns the same amounts from the advertiser's copy of the events. */
async function readCampaign(campaignKey: number): Promise<{ events: number; amount: number }> {
  const [row] = await ingest.events.query<{ events: string; amount: string }>({
    sql: `SELECT countIf(kind != 'reading') AS events, sum(amount_micros) AS amount FROM events_by_campaign FINAL
      WHERE campaign_id = {campaignKey:UInt32}`,
    params: { campaignKey },
    scope: { kind: 'all' },
  });
  return { events: Number(row?.events), amount: Number(row?.amount) };
}
