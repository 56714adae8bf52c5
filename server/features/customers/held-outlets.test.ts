import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { customerPages } from './customers-queries.ts';
import { countHeldOutlets } from './held-outlets-queries.ts';

const NOW = 10_000;
type Stay = { readonly customer: string; readonly venue: string; readonly from: number; readonly to: number | null };

describeOnEngines('outlets that stand somewhere', (engine) => {
  let accounts: AccountsDb;
  let customers: string[];
  const outlets: { readonly retired: number | null; readonly stays: readonly Stay[] }[] = [];

  beforeAll(async () => {
    accounts = await engine.openMigrated();
    const { pick } = seededRandom(11);
    customers = [];
    const venuesOf = new Map<string, readonly string[]>();
    for (let at = 0; at < 7; at += 1) {
      const { id } = await makeCustomer(accounts);
      customers.push(id);
      const venues = [await makeVenue(accounts, { customerId: id }), await makeVenue(accounts, { customerId: id })];
      venuesOf.set(
        id,
        venues.map((venue) => venue.id),
      );
    }
    for (let at = 0; at < 90; at += 1) {
      // The first customer has most of the outlets, some outlets return to it, and the last customer has none.
      const stays: Stay[] = [];
      let from = pick([0, 5_000, NOW, NOW + 1]);
      for (let stay = 0; stay < pick([1, 1, 2, 3]); stay += 1) {
        const customer = pick([...customers.slice(0, 6), ...Array.from({ length: 8 }, () => customers[0] ?? '')]);
        const to = pick([null, from + 2_000, NOW, NOW + 1]);
        if (to !== null && to <= from) break;
        stays.push({ customer, venue: pick(venuesOf.get(customer) ?? []), from, to });
        if (to === null) break;
        from = to;
      }
      const retired = pick([null, null, null, 4_000, NOW, NOW + 1]);
      const [first, ...others] = stays;
      if (first === undefined) continue;
      outlets.push({ retired, stays });
      const { customer: customerId, venue: venueId, from: firstFrom } = first;
      const { id } = await makeOutlet(accounts, { customerId, venueId, from: firstFrom });
      await accounts.updateTable('outlet_assignments').set({ to_at: first.to }).where('outlet_id', '=', id).execute();
      for (const { customer, venue, from: begin, to } of others)
        await accounts
          .insertInto('outlet_assignments')
          .values({
            id: newId(),
            outlet_id: id,
            customer_id: customer,
            venue_id: venue,
            from_at: begin,
            to_at: to,
          })
          .execute();
      await accounts.updateTable('outlets').set({ retired_at: retired }).where('id', '=', id).execute();
    }
  });
  afterAll(() => engine.remove());

  const expected = (by: 'customer' | 'venue', when: 'now' | 'now or later') => {
    const counts = new Map<string, number>();
    for (const { retired, stays } of outlets) {
      if (retired !== null && retired <= NOW) continue;
      const there = stays.filter(({ from, to }) => (to === null || to > NOW) && (when !== 'now' || from <= NOW));
      for (const id of new Set(there.map((stay) => stay[by]))) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };

  test.each([2, 10, 20_000])('counts in steps of %i equal individual counts', async (step) => {
    for (const when of ['now', 'now or later'] as const) {
      const ofCustomers = await countHeldOutlets(accounts, {
        ...({ by: 'customer_id', ids: customers, when, nowMs: NOW, step } as const),
      });
      expect(new Map([...ofCustomers].filter(([, count]) => count > 0))).toEqual(expected('customer', when));
      const venues = await accounts.selectFrom('venues').select('id').execute();
      const ids = venues.map(({ id }) => id);
      const ofVenues = await countHeldOutlets(accounts, { by: 'venue_id', ids, when, nowMs: NOW, step });
      expect(new Map([...ofVenues].filter(([, count]) => count > 0))).toEqual(expected('venue', when));
    }
  });

  test.each(['outlets', '-outlets'] as const)('order customers by %s, then by name, in pages', async (sort) => {
    const pages = customerPages(accounts, { q: '', kind: undefined, retired: false, sort }, NOW);
    const rows = [...(await pages({ limit: 3, offset: 0 })), ...(await pages({ limit: 9, offset: 3 }))];
    const counts = expected('customer', 'now');
    const sign = sort === 'outlets' ? 1 : -1;
    const names = new Map(rows.map(({ id, name_key: name }) => [id, name]));
    const order = [...customers].sort(
      (one, other) =>
        sign * ((counts.get(one) ?? 0) - (counts.get(other) ?? 0)) ||
        ((names.get(one) ?? '') < (names.get(other) ?? '') ? -1 : 1),
    );
    expect(rows.map(({ id }) => id)).toEqual(order);
  });
});
