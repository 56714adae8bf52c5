import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../testing/makers.ts';
import { MANY_OUTLETS } from './read/contacts.ts';

const HOUR = Math.floor(TEST_NOW / HOUR_MS);
const TO = HOUR * HOUR_MS;
const FULL = 2 ** 30 - 1;

let server: TestApp;
let few: number[];
let many: number[];

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const { id: customerId } = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const { id: venueId } = await makeVenue(accounts, { customerId, timeZone: 'UTC' });
  few = [];
  for (const eui of ['0004A30B001A0001', '0004A30B001A0002'])
    few.push((await makeOutlet(accounts, { eui, customerId, venueId })).key);
  many = [...few, ...Array.from({ length: MANY_OUTLETS }, (_, at) => 1_000_000 + at)];
  // The first outlet reports without a break for thirty days, the second outlet only in the first minute of the last
  // hour.
  const unbroken = Array.from({ length: 30 * 24 }, (_, at) => ({ hour: HOUR - 30 * 24 + at, half: FULL }));
  const [one, other] = few as [number, number];
  const rows = [
    ...unbroken.map(({ hour, half }) => ({ outlet_key: one, hour, first_half: half, second_half: half })),
    { outlet_key: other, hour: HOUR - 1, first_half: 1, second_half: 0 },
  ];
  for (let at = 0; at < rows.length; at += 200)
    await accounts
      .insertInto('contact_hours')
      .values(rows.slice(at, at + 200))
      .execute();
});
afterAll(() => server.close());

const upTimes = (keys: readonly number[], fromMs: number) =>
  server.dependencies.figures.upTimes(keys, { fromMs, toMs: TO });

test('uptimes are the same for few and for many outlets, regardless of the number of reads', async () => {
  const fromMs = TO - 30 * DAY_MS;
  const [ofFew, ofMany] = await Promise.all([upTimes(few, fromMs), upTimes(many, fromMs)]);
  const [one, other] = few as [number, number];
  expect(ofFew.get(one)).toEqual({ heardMs: fromMs, up: [{ fromMs, toMs: TO + 14 * MINUTE_MS }] });
  expect(ofFew.get(other)).toEqual({
    heardMs: TO - HOUR_MS,
    up: [{ fromMs: TO - HOUR_MS, toMs: TO - 45 * MINUTE_MS }],
  });
  for (const key of few) expect(ofMany.get(key)).toEqual(ofFew.get(key));
  expect(ofMany.get(1_000_000)).toEqual({ heardMs: null, up: [] });
});

test('concurrent queries for the same many outlets share one read, and no other queries do', async () => {
  const fromMs = TO - DAY_MS;
  const asked = [upTimes(many, fromMs), upTimes(many, fromMs), upTimes(many, fromMs - 46 * MINUTE_MS)];
  const [first, same, earlier] = await Promise.all([...asked, upTimes(many.slice(1), fromMs)]);
  expect(same).toBe(first);
  // A query made shortly before also needs the contacts of the previous hour.
  expect(earlier).not.toBe(first);
});
