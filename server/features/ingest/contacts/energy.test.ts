import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

const at = (ms: number) => new Date(ms).toISOString();

let ingest: TestIngest;
let key: string;
let next = 0;
let lay: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network }: TestIngest) {
  const owner = await network.customer('property', 'Owner');
  const venueId = await network.venue(owner.id, 'America/New_York');
  return { owner, venueId };
}

beforeAll(async () => {
  ingest = await openTestIngest({ ENERGY_KWH_PER_VIEW: '0.025' });
  lay = await layNetwork(ingest);
  key = await ingest.network.accessKey({ customerId: lay.owner.id });
});
afterAll(() => ingest.close());

/** Creates an outlet, so that tests do not share energy. */
async function newOutlet() {
  next += 1;
  const eui = `00000000000e${String(next).padStart(4, '0')}`;
  const outlet = await ingest.network.outlet(eui, { customerId: lay.owner.id, venueId: lay.venueId });
  const send = (...events: Partial<OutletEvent>[]) => sendRaw(...events);
  const sendRaw = async (...events: object[]) =>
    (
      await ingest.send(
        events.map((event) => ({ ...outletEvent({ eui }), ...event })),
        key,
      )
    ).results;
  const rows = async () => (await ingest.stored()).filter((row) => row.device_id === outlet.key);
  return {
    eui,
    outlet,
    send,
    sendRaw,
    rows,
    /** Returns the energy of all rows in watt-hours, and the number of estimated views. */
    sums: async () => {
      const all = await rows();
      const estimated = all.filter(({ kind, metered }) => kind === 'view' && !metered).length;
      const replaced = all.filter(({ kind, metered }) => kind === 'reading' && metered).length;
      return { wh: all.reduce((sum, { energy }) => sum + Number(energy), 0) / 1_000, estimated: estimated - replaced };
    },
  };
}

const view = (over: Partial<OutletEvent> = {}) => ({ id: randomUUID(), type: 'view' as const, ...over });
const after = (viewId: string, type: 'click' | 'burn', over: Partial<OutletEvent> = {}) => ({
  id: randomUUID(),
  type,
  view_id: viewId,
  timestamp: at(NOW - MINUTE_MS + 5_000),
  ...over,
});

test('a charge has one value: a measurement of a click or burn replaces the earlier value', async () => {
  const cases: [view: number | undefined, click: number | undefined, burn: number | undefined, wh: number][] = [
    [undefined, undefined, undefined, 25],
    [undefined, undefined, 15, 15],
    [undefined, 12, undefined, 12],
    [undefined, 12, 15, 15],
    [10, undefined, undefined, 10],
    [10, undefined, 30, 30],
    [10, 10, 10, 10],
    [10, 20, 30, 30],
    [30, 20, 10, 10],
    [undefined, undefined, 0, 0],
    [undefined, undefined, 40.125, 40.125],
  ];
  for (const [ofView, ofClick, ofBurn, wh] of cases) {
    for (const together of [true, false]) {
      const { send, sums } = await newOutlet();
      const energy = (value: number | undefined) => (value === undefined ? {} : { energy_wh: value });
      const seen = view(energy(ofView));
      const events = [seen, after(seen.id, 'click', energy(ofClick)), after(seen.id, 'burn', energy(ofBurn))];
      if (together) await send(...events.reverse());
      else for (const event of events) await send(event);
      // Sending the events again changes nothing.
      const again = await send(...events);
      expect(again.map(({ status, code }) => [status, code])).toEqual(events.map(() => ['duplicate', undefined]));
      const isEstimated = ofView === undefined && ofClick === undefined && ofBurn === undefined;
      expect(await sums(), JSON.stringify({ ofView, ofClick, ofBurn, together })).toEqual({
        wh,
        estimated: isEstimated ? 1 : 0,
      });
    }
  }
});

test('a click after the burn does not replace its value, and neither does a second burn', async () => {
  const { send, sums } = await newOutlet();
  const seen = view();
  await send(seen);
  await send(after(seen.id, 'burn', { energy_wh: 15 }));
  await send(after(seen.id, 'click', { energy_wh: 9 }));
  expect((await send(after(seen.id, 'burn', { energy_wh: 11 })))[0]).toMatchObject({ reason: 'repeated' });
  expect(await sums()).toEqual({ wh: 15, estimated: 0 });
});

test('uses a later reading for a stored event, once', async () => {
  const { send, sums } = await newOutlet();
  const seen = view();
  const burn = after(seen.id, 'burn');
  await send(seen, burn);
  expect(await sums()).toEqual({ wh: 25, estimated: 1 });
  expect(await send({ ...seen, energy_wh: 18 })).toMatchObject([{ status: 'duplicate' }]);
  expect(await sums()).toEqual({ wh: 18, estimated: 0 });
  await send({ ...seen, energy_wh: 19 });
  expect(await sums()).toEqual({ wh: 18, estimated: 0 });
  await Promise.all([
    send({ ...burn, energy_wh: 21 }),
    send({ ...burn, energy_wh: 21 }),
    send({ ...seen, energy_wh: 5 }),
  ]);
  expect(await sums()).toEqual({ wh: 21, estimated: 0 });
});

test('a correction has the time, day and owner of its view', async () => {
  const { send, rows } = await newOutlet();
  // 23:59:58 in New York.
  const seen = view({ timestamp: '2026-11-20T04:59:58Z' });
  const burn = after(seen.id, 'burn', { timestamp: '2026-11-20T05:00:08Z', energy_wh: 15 });
  await send(seen, burn);
  const [stored, reading] = (await rows())
    .filter(({ kind }) => kind !== 'burn')
    .sort((a, b) => (a.kind < b.kind ? 1 : -1));
  expect(reading).toMatchObject({
    kind: 'reading',
    at: stored?.at,
    local_day: '2026-11-19',
    customer_id: lay.owner.key,
    view_id: stored?.event_id,
  });
});

test('ignores an implausible reading and keeps the estimate, and small negative noise is 0', async () => {
  for (const [energy, wh, note] of [
    [100_000, 25, 'implausible'],
    [100_015.04, 25, 'implausible'],
    [1e300, 25, 'implausible'],
    [-0.3, 0, undefined],
    [-1, 0, undefined],
    [-500, 25, 'ignored'],
    ['15', 25, 'ignored'],
    [{}, 25, 'ignored'],
    [null, 25, undefined],
  ] as const) {
    const own = await newOutlet();
    const [result] = await own.sendRaw({ ...view(), energy_wh: energy });
    expect(result, String(energy)).toMatchObject({
      status: 'accepted',
      ...(note === undefined ? {} : { energy: note }),
    });
    const other = await newOutlet();
    const seen = view();
    const [, burned] = await other.sendRaw(seen, { ...after(seen.id, 'burn'), energy_wh: energy });
    expect(burned?.energy).toBe(note);
    expect([(await own.sums()).wh, (await other.sums()).wh], String(energy)).toEqual([wh, wh]);
  }
});

test('the limit is the rated power of the outlet times the time since its last reading', async () => {
  const { send, outlet, sums } = await newOutlet();
  await ingest.accounts.updateTable('outlets').set({ rated_watts: 100 }).where('id', '=', outlet.id).execute();
  const first = NOW - 3 * 60 * MINUTE_MS;
  await send(view({ timestamp: at(first), energy_wh: 20 }));
  // After an hour, the limit is 100 Wh, plus five minutes of tolerance.
  const hour = first + 60 * MINUTE_MS;
  expect((await send(view({ timestamp: at(hour), energy_wh: 109 })))[0]?.energy).toBe('implausible');
  expect((await send(view({ timestamp: at(hour + 60 * MINUTE_MS), energy_wh: 108 })))[0]?.energy).toBeUndefined();
  expect(await sums()).toEqual({ wh: 20 + 25 + 108, estimated: 1 });
  const kept = await ingest.accounts
    .selectFrom('implausible_readings')
    .select(['source', 'milli_wh', 'most_milli_wh'])
    .where('outlet_key', '=', outlet.key)
    .execute();
  expect(kept).toEqual([{ source: 'view', milli_wh: 109_000, most_milli_wh: 108_333 }]);
});

const heartbeat = (ms: number, register: unknown) => ({ type: 'heartbeat', timestamp: at(ms), register_wh: register });

test('the register measures the charges between two readings, and its first reading counts nothing', async () => {
  const { sendRaw, sums } = await newOutlet();
  const start = NOW - 3 * 60 * MINUTE_MS;
  const minute = (count: number) => start + count * MINUTE_MS;
  await sendRaw(heartbeat(start, 1_000));
  expect(await sums()).toEqual({ wh: 0, estimated: 0 });
  const seen = view({ timestamp: at(minute(1)) });
  await sendRaw(seen);
  await sendRaw({ ...after(seen.id, 'burn'), timestamp: at(minute(2)), register_wh: 1_015 });
  expect(await sums()).toEqual({ wh: 15, estimated: 0 });
  // The charge continues.
  await sendRaw(heartbeat(minute(10), 1_018));
  await sendRaw(heartbeat(minute(10), 1_018));
  expect(await sums()).toEqual({ wh: 18, estimated: 0 });
  // Two views arrive before the next reading, in one batch with it.
  await sendRaw(view({ timestamp: at(minute(20)) }), heartbeat(minute(40), 1_049), view({ timestamp: at(minute(30)) }));
  expect(await sums()).toEqual({ wh: 49, estimated: 0 });
  // An older reading arrives, and then a reading of a new meter.
  await sendRaw(heartbeat(minute(35), 1_030));
  await sendRaw(heartbeat(minute(45), 3));
  await sendRaw(heartbeat(minute(50), 5));
  expect((await sums()).wh).toBe(51);
  // The first reading is too high for five minutes, and the second is correct.
  expect(await sendRaw(heartbeat(minute(55), 90_000))).toMatchObject([{ status: 'accepted', energy: 'implausible' }]);
  await sendRaw(heartbeat(minute(60), 12));
  expect((await sums()).wh).toBe(58);
  expect(await sendRaw(heartbeat(minute(65), 'x'))).toMatchObject([{ status: 'accepted', energy: 'ignored' }]);
});

test('does not add the measurement of a burn to that of the register', async () => {
  const { sendRaw, sums } = await newOutlet();
  const start = NOW - 2 * 60 * MINUTE_MS;
  const minute = (count: number) => start + count * MINUTE_MS;
  const seen = view({ timestamp: at(minute(1)), register_wh: 500 });
  await sendRaw(
    seen,
    { ...after(seen.id, 'burn'), timestamp: at(minute(2)), energy_wh: 15 },
    heartbeat(minute(5), 516),
  );
  expect(await sums()).toEqual({ wh: 15, estimated: 0 });
});

test.each([
  ['between two readings', [25]],
  ['several of one time', [22, 26, 28]],
  ['before a view that is known', [12]],
  ['long before the newest reading', [2]],
  ['in the order they were sent in', [2, 12, 25, 35]],
])('a view that arrives after a later register reading adds nothing: %s', async (_, late) => {
  const { sendRaw, sums } = await newOutlet();
  const start = NOW - 2 * 60 * MINUTE_MS;
  const minute = (count: number) => start + count * MINUTE_MS;
  await sendRaw(heartbeat(start, 1_000), heartbeat(minute(10), 1_005), view({ timestamp: at(minute(15)) }));
  for (const [count, register] of [
    [20, 1_020],
    [30, 1_029],
    [40, 1_031],
  ] as const)
    await sendRaw(heartbeat(minute(count), register));
  expect(await sums()).toEqual({ wh: 31, estimated: 0 });
  const views = late.map((count) => view({ timestamp: at(minute(count)) }));
  for (const one of views) await sendRaw(one);
  expect(await sums()).toEqual({ wh: 31, estimated: 0 });
  // Neither the repeated views nor a further reading count twice.
  await sendRaw(...views);
  await sendRaw(heartbeat(minute(50), 1_035));
  expect(await sums()).toEqual({ wh: 35, estimated: 0 });
});

test('a view before the first register reading keeps its estimate', async () => {
  const { sendRaw, sums } = await newOutlet();
  const start = NOW - 2 * 60 * MINUTE_MS;
  await sendRaw(heartbeat(start, 1_000), heartbeat(start + MINUTE_MS, 1_001));
  await sendRaw(view({ timestamp: at(start - MINUTE_MS) }));
  expect(await sums()).toEqual({ wh: 26, estimated: 1 });
});

test('does not store readings from before a crash twice, whichever reading follows', async () => {
  const { sendRaw, sums, outlet } = await newOutlet();
  const start = NOW - 2 * 60 * MINUTE_MS;
  const minute = (count: number) => start + count * MINUTE_MS;
  await sendRaw(heartbeat(start, 100), view({ timestamp: at(minute(1)) }));
  const meters = () => ingest.accounts.selectFrom('outlet_meters').selectAll().where('outlet_key', '=', outlet.key);
  const forget = async (before: object) =>
    ingest.accounts.updateTable('outlet_meters').set(before).where('outlet_key', '=', outlet.key).execute();
  for (const [at, register] of [
    [10, 107],
    [20, 111],
    [25, 130],
  ] as const) {
    const before = await meters().executeTakeFirstOrThrow();
    if (at === 25) await sendRaw(view({ timestamp: new Date(minute(22)).toISOString() }));
    await sendRaw(heartbeat(minute(at), register));
    // The process writes the state of the meter last. Here it was never written.
    await forget(before);
    await sendRaw(heartbeat(minute(at + 1), register + 1));
    expect((await sums()).wh, String(at)).toBe(register + 1 - 100);
  }
});

test('a view that is too old for new events keeps its energy', async () => {
  const { send, sums } = await newOutlet();
  const seen = view({ timestamp: at(NOW - 29 * DAY_MS) });
  await send(seen);
  const later = NOW + 5 * DAY_MS;
  ingest.clock.ms = later;
  const burn = after(seen.id, 'burn', { timestamp: at(later - MINUTE_MS), energy_wh: 15 });
  expect(await send(burn)).toMatchObject([{ status: 'accepted' }]);
  expect(await sums()).toEqual({ wh: 25, estimated: 1 });
});
