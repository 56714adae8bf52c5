// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { createAlertWatch } from './start-alerts.ts';

/** Number of venues: more than one step reads, and more than one transaction stores. */
const VENUES = 230;

let server: TestApp;
let watch: ReturnType<typeof createAlertWatch>;

const alerts = () =>
  server.accounts.selectFrom('alerts').selectAll().where('rule', '=', 'outlet_silent').orderBy('id').execute();

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const customer = await makeCustomer(accounts);
  // Another outlet keeps reporting, so that ingestion does not stop.
  await makeOutlet(accounts, { customerId: customer.id, lastSeenAt: TEST_NOW + DAY_MS });
  for (let at = 0; at < VENUES; at += 1) {
    const venue = await makeVenue(accounts, { customerId: customer.id, name: `Hall ${at}` });
    await makeOutlet(accounts, { customerId: customer.id, venueId: venue.id, lastSeenAt: TEST_NOW - HOUR_MS });
  }
  // A venue whose outlets fell silent one after the other.
  const venue = await makeVenue(accounts, { customerId: customer.id, name: 'Arcade' });
  for (let at = 1; at <= 5; at += 1)
    await makeOutlet(accounts, { customerId: customer.id, venueId: venue.id, lastSeenAt: TEST_NOW - at * HOUR_MS });
  await server.asRole('property', customer.id);
  watch = createAlertWatch(server.dependencies);
});
afterAll(() => server.close());

test('reports each silence of a bad day once, leaves it unchanged, and ends it automatically', async () => {
  // A new watch gives every outlet an hour to report.
  for (let minutes = 0; minutes <= 80; minutes += 4) {
    server.clock.ms = TEST_NOW + minutes * MINUTE_MS;
    await watch.look();
  }
  const begun = await alerts();
  expect(new Set(begun.map(({ cause }) => cause)).size).toBe(begun.length);
  expect(begun).toHaveLength(VENUES + 4);
  server.clock.ms += MINUTE_MS;
  await watch.look();
  expect(await alerts()).toEqual(begun.map((row) => ({ ...row, mailed_at: expect.anything() })));
  const [mail] = await server.accounts.selectFrom('mails').selectAll().where('kind', '=', 'alert').execute();
  const mailed = begun.filter(({ mailed_at: at }) => at === mail?.created_at).length;
  expect(mail?.subject).toMatch(new RegExp(`^${mailed} alerts: `));
  const { paragraphs } = JSON.parse(mail?.content ?? '{}') as { paragraphs: string[] };
  expect([mailed > 200, paragraphs.length, paragraphs.at(-1)]).toEqual([
    true,
    26,
    `The Alerts page lists ${mailed - 25} more.`,
  ]);
  // The text does not repeat the name of a single outlet that the title already contains.
  const ofOne = begun.find(({ title, affected }) =>
    title.startsWith((JSON.parse(affected) as { name: string }[])[0]?.name ?? '-'),
  );
  const since = instantWords(ofOne?.since_at ?? 0, server.config.networkTimeZone);
  expect(paragraphs).toContain(`${ofOne?.title}. Since ${since}.`);
  const heard = begun.slice(0, 120).map(({ affected }) => (JSON.parse(affected) as { id: string }[])[0]?.id ?? '');
  await server.accounts
    .updateTable('outlets')
    .set({ last_seen_at: server.clock.ms })
    .where('id', 'in', heard)
    .execute();
  server.clock.ms += MINUTE_MS;
  await watch.look();
  const after = await alerts();
  const ended = after.filter(({ ended_at: at }) => at !== null).map(({ cause }) => cause);
  expect(after).toHaveLength(begun.length);
  expect(ended.sort()).toEqual(
    begun
      .slice(0, 120)
      .map(({ cause }) => cause)
      .sort(),
  );
});
