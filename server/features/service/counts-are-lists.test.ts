import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Summary } from '#contract/list.ts';
import { SERVICE_FILTERS, type ServedOutlet, type ServiceCounts } from '#contract/service.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, reassignOutlet } from '../../testing/makers.ts';

type Actor = 'admin' | 'alpha' | 'beta';
type Page = { counts: ServiceCounts; data: ServedOutlet[]; next_cursor: string | null };

let server: TestApp;
let headers: Record<Actor, { authorization: string }>;

/** Minutes since the last contact of each outlet. Null means never. */
const HEARD = [0, 3, 14, 16, 40, 59, 61, 600, 5_000, null, null] as const;

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Bars' });
  const made: { id: string; key: number }[] = [];
  for (const [at, minutes] of HEARD.entries())
    made.push(
      await makeOutlet(accounts, {
        customerId: at % 3 === 0 ? beta.id : alpha.id,
        lastSeenAt: minutes === null ? null : TEST_NOW - minutes * MINUTE_MS,
      }),
    );
  const [, moved, retired] = made as [(typeof made)[number], (typeof made)[number], (typeof made)[number]];
  await reassignOutlet(accounts, { outletId: moved.id, customerId: beta.id, at: TEST_NOW - DAY_MS });
  await accounts
    .updateTable('outlets')
    .set({ retired_at: TEST_NOW - DAY_MS })
    .where('id', '=', retired.id)
    .execute();
  await accounts
    .updateTable('outlet_assignments')
    .set({ to_at: TEST_NOW - DAY_MS })
    .where('outlet_id', '=', retired.id)
    .execute();
  await accounts
    .insertInto('outlet_faults')
    .values({
      outlet_key: moved.key,
      event_id: 'f1',
      kind: 'surge',
      at: TEST_NOW - MINUTE_MS,
      received_at: TEST_NOW - MINUTE_MS,
    })
    .execute();
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', alpha.id),
    beta: await server.asRole('property', beta.id),
  };
});
afterAll(() => server.close());

async function read<Answer>(actor: Actor, url: string): Promise<Answer> {
  const response = await server.app.inject({ url, headers: headers[actor] });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

/** Reads all pages of the list that a count links to. Returns the number of rows. */
async function lengthOf(actor: Actor, show: string): Promise<number> {
  let length = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=2${show === '' ? '' : `&show=${show}`}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: Page = await read<Page>(actor, `/api/outlets?${query}`);
    length += page.data.length;
    cursor = page.next_cursor;
  }
  return length;
}

test.each(['admin', 'alpha', 'beta'] as const)(
  '%s finds exactly the counted number of outlets behind each count',
  async (actor) => {
    const { counts } = await read<Page>(actor, '/api/outlets');
    const { outlets, outlets_by_status: byStatus } = await read<Summary>(actor, '/api/list/summary');
    expect(counts.all).toBe(outlets);
    expect(await lengthOf(actor, '')).toBe(outlets);
    for (const show of SERVICE_FILTERS) {
      expect([show, await lengthOf(actor, show)]).toEqual([show, counts[show]]);
      if (show !== 'faulty') expect([show, byStatus?.[show]]).toEqual([show, counts[show]]);
    }
    expect(counts.online + counts.late + counts.offline + counts.never).toBe(outlets);
  },
);
