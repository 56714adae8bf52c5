import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { DAY_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { sharp } from '../pictures/testing/open-sharp.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createHangingEvents } from './hanging-events.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser, makeVenue } from './makers.ts';
import { createTestBilling } from './test-billing.ts';

/** The initial time of the app's clock. It is the current time, because the events store uses the machine's clock. */
const NOW = Date.now();
export const TODAY = new Date(NOW).toISOString().slice(0, 10);
const LAST_MONTH = new Date(Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1, 1))
  .toISOString()
  .slice(0, 7);

export type Table = keyof AccountsSchema;

export type WriteWorld = {
  readonly server: TestApp;
  readonly headers: Readonly<Record<'admin' | 'second' | 'owner', { authorization: string }>>;
  /** Headers of the same users in sessions that were confirmed an hour ago. */
  readonly staleHeaders: WriteWorld['headers'];
  /** IDs by name, of existing rows and of rows that a step created. */
  readonly ids: Record<string, string>;
  close(): Promise<void>;
};

/** One write. `:name` in its URL is replaced with the ID that has this name. */
export type Step = {
  readonly call: string;
  /** The table that changes. */
  readonly table: Table;
  readonly body?: (world: WriteWorld) => object | Promise<object>;
  readonly who?: keyof WriteWorld['headers'];
  /** Stores the returned ID under this name. */
  readonly keeps?: string;
  /** If the response has no ID, stores the IDs of these tables' newest rows under these names. */
  readonly finds?: Readonly<Record<string, Table>>;
};

/** Creates a world with a closed month, and then makes the events store stop responding to reads. */
export async function openWriteWorld(): Promise<WriteWorld> {
  const store = createHangingEvents();
  const server = await createTestApp({ wrapEvents: store.wrap, env: { NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  const venue = await makeVenue(accounts, { customerId: owner.id });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, endsAt: NOW + 30 * DAY_MS });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  const money = { amountMicros: 50_000_000, ownerMicros: 15_000_000, advertiserKey: sponsor.key };
  const timestampMs = Date.parse(`${LAST_MONTH}-20T12:00:00Z`);
  await events.insert([makeStoredEvent({ ...keys, ...money, eventId: 1n, timestampMs })]);
  const me = await makeUser(accounts, { role: 'admin' });
  const people = {
    admin: me,
    second: await makeUser(accounts, { role: 'admin' }),
    owner: await makeUser(accounts, { role: 'property', customerId: owner.id }),
  };
  const inSessions = async (as: TestApp['as']): Promise<WriteWorld['headers']> => ({
    admin: await as(people.admin),
    second: await as(people.second),
    owner: await as(people.owner),
  });
  const [headers, staleHeaders] = [await inSessions(server.as), await inSessions(server.asStale)];
  const billing = await createTestBilling(server, NOW);
  await billing.close(LAST_MONTH);
  const ids: Record<string, string> = {};
  Object.assign(ids, {
    owner: owner.id,
    sponsor: sponsor.id,
    venue: venue.id,
    outlet: outlet.id,
    flight: flight.id,
    me: me.id,
  });
  for (const name of ['declined', 'accepted']) {
    ids[name] = newId();
    const said = { day: name === 'declined' ? TODAY : '2020-01-01', reason: 'unsigned' as const, words: 'Ours.' };
    await accounts
      .insertInto('objections')
      .values({
        id: ids[name],
        customer_id: owner.id,
        outlet_id: outlet.id,
        ...said,
        raised_at: NOW,
        raised_by: 'Owner',
        raised_by_id: null,
        state: 'open',
        answer: '',
        decided_at: null,
        decided_by: null,
      })
      .execute();
  }
  for (const name of ['credited', 'dropped']) {
    ids[name] = newId();
    const lines = [
      { owner_key: owner.key, advertiser_key: sponsor.key, campaign_key: campaign.key, flight_key: flight.key },
    ];
    const sums = { events: 1, amount_micros: 1_000, owner_micros: 300 };
    const proposal = { fromMs: NOW, toMs: NOW, day: TODAY, lines: lines.map((line) => ({ ...line, ...sums })) };
    await accounts
      .insertInto('traffic_findings')
      .values({
        id: ids[name],
        rule: 'interval_pattern',
        mode: 'flag',
        outlet_key: outlet.key,
        flight_key: name.length,
        events: 1,
        first_at: NOW,
        last_at: NOW,
        seen_at: NOW,
        ended_at: null,
        adjustment_id: null,
        proposal: JSON.stringify(proposal),
        proposed_at: NOW,
        proposed_by: 'Another',
        proposed_by_id: null,
      })
      .execute();
  }
  // Fill the server's caches, as in any server that has been running for a while.
  await server.app.inject({ url: '/api/list', headers: headers.admin });
  store.hangs = true;
  const close = () => {
    store.hangs = false;
    return server.close();
  };
  return { server, headers, staleHeaders, ids, close };
}

/** Returns a picture that is valid as a creative, a house picture and an avatar. */
export const picture = () =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#334455' } })
    .png()
    .toBuffer();

export const CREATIVE = 'name=Tall&seconds=12&target=https%3A%2F%2Fads.example';

export const once = () => ({ sending_id: newId() });

export const rowsOf = async ({ server }: WriteWorld, table: Table) =>
  JSON.stringify(await server.accounts.selectFrom(table).selectAll().execute());

/** Returns the version that a change to the row must name (optimistic locking). */
export async function versionOf(
  { server, ids }: WriteWorld,
  table: 'customers' | 'venues' | 'outlets' | 'users',
  name: string,
) {
  const row = await server.accounts
    .selectFrom(table)
    .select('updated_at')
    .where('id', '=', ids[name] ?? '')
    .executeTakeFirstOrThrow();
  return { version: row.updated_at };
}

/** Returns the ID of a table's newest row. */
export async function newestIn({ server }: WriteWorld, table: Table): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id desc limit 1`.execute(
    server.accounts,
  );
  return rows[0]?.id ?? '';
}
