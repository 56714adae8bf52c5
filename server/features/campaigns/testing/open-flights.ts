import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { sharp } from '../../../pictures/testing/open-sharp.ts';
import { createTestApp, TEST_NOW } from '../../../testing/create-test-app.ts';
import { makeApiToken, OWN_SCOPES, READ_SCOPES } from '../../../testing/make-api-token.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser } from '../../../testing/makers.ts';

export const PICTURE = 'ab'.repeat(32);
/** Every flight's version until it is changed. */
export const VERSION = 7;
export const RUNS = { starts_at: TEST_NOW - DAY_MS, ends_at: TEST_NOW + 30 * DAY_MS, budget_micros: 100_000_000 };

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Creates an advertiser with a campaign, an owner with an outlet, and users with and without each permission. */
async function openFlights() {
  const server = await createTestApp();
  const { accounts } = server;
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser', name: 'Cascade' });
  const other = await makeCustomer(accounts, { kind: 'advertiser' });
  const owner = await makeCustomer(accounts, { name: 'Pier House' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id });
  const ofAdvertiser = { role: 'advertiser' as const, customerId: advertiser.id };
  const manager = await makeUser(accounts, { ...ofAdvertiser, email: 'm@cascade.example' });
  const viewer = await makeUser(accounts, { ...ofAdvertiser, standing: 'viewer' });
  const admin = await makeUser(accounts, { role: 'admin', email: 'boss@network.example' });
  const keeper = await makeUser(accounts, { role: 'property', customerId: owner.id, email: 'keeper@pier.example' });
  const token = async ({ id: userId }: { id: string }, readsOnly: boolean) =>
    (await makeApiToken(accounts, { userId, scopes: readsOnly ? READ_SCOPES : OWN_SCOPES, at: TEST_NOW })).headers;
  const people: Readonly<Record<string, { authorization: string }>> = {
    manager: await server.as(manager),
    admin: await server.as(admin),
    token: await token(manager, false),
    viewer: await server.as(viewer),
    viewer_token: await token(viewer, false),
    reader: await token(manager, true),
    stranger: await server.as(await makeUser(accounts, { role: 'advertiser', customerId: other.id })),
    owner: await server.as(keeper),
    full: await server.asRole('full'),
    nobody: await server.asRole('unassigned'),
  };
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id, name: 'Cold brew' });
  const file = { hash: PICTURE, type: 'image/png' as const, width: 600, height: 600, size_bytes: 1, image: 'AA==' };
  await accounts
    .insertInto('creative_files')
    .values({ ...file, created_at: 0 })
    .execute();

  const set = (id: string, over: object) =>
    accounts
      .updateTable('flights')
      .set({ updated_at: VERSION, ...over })
      .where('id', '=', id)
      .execute();
  return {
    server,
    advertiser,
    owner,
    outlet,
    campaign,
    set,
    /**
     * Creates an approved flight with a running creative, as an import does. The columns in `over` replace the
     * defaults.
     */
    async addFlight(over: object = {}) {
      const flight = await makeFlight(accounts, { campaignId: campaign.id, plain: false });
      const creativeId = uuid();
      const creative = { id: creativeId, flight_id: flight.id, name: 'Wide', duration_seconds: 10, file_hash: PICTURE };
      await accounts
        .insertInto('creatives')
        .values({ ...creative, created_at: 0 })
        .execute();
      await set(flight.id, { ...RUNS, ...over });
      return { ...flight, creativeId };
    },
    async ask(who: string, method: Method, url: string, payload?: object) {
      const headers = people[who];
      const answer = await server.app.inject({
        method,
        url: `/api${url}`,
        ...(headers ? { headers } : {}),
        ...(payload ? { payload } : {}),
      });
      return { status: answer.statusCode, body: answer.json(), text: answer.body };
    },
    /** Uploads a creative with a duration of 12 seconds. `url` contains its name. */
    async sendPicture(who: string, url: string) {
      const headers = { ...people[who], 'content-type': 'image/png' };
      const payload = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#334455' } })
        .png()
        .toBuffer();
      const query = '&seconds=12&target=https%3A%2F%2Fads.example';
      const answer = await server.app.inject({ method: 'POST', url: `/api${url}${query}`, headers, payload });
      return { status: answer.statusCode, body: answer.json(), text: answer.body };
    },
  };
}

/** Opens the flights for a test file, with a new flight for each test. Closes the app after all tests. */
export function flightDesk() {
  let desk: Awaited<ReturnType<typeof openFlights>>;
  let flight: Awaited<ReturnType<typeof desk.addFlight>>;
  beforeAll(async () => {
    desk = await openFlights();
  });
  afterAll(() => desk.server.close());
  beforeEach(async () => {
    flight = await desk.addFlight();
  });
  return {
    get desk() {
      return desk;
    },
    get flight() {
      return flight;
    },
    set: (over: object) => desk.set(flight.id, over),
    ask: ((...asked) => desk.ask(...asked)) as typeof desk.ask,
  };
}
