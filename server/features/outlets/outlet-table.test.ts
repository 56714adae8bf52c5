import { expect, test } from 'vitest';
import { OUTLET_STATUSES } from '#contract/table-choices.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { readContacts } from '../../figures/read/contacts.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { createWholeNetwork } from '../../network/snapshot/whole-network.ts';
import { makeCustomer, makeOutlet, makeVenue, reassignOutlet } from '../../testing/makers.ts';
import { outletsInOrder } from './outlet-order.ts';
import { countOutlets, findOutletPage, type OutletFilter } from './outlets-queries.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const random = seededRandom('outlet table');
const ALL: OutletFilter = { q: '', status: undefined, venue_type: undefined, customer_id: undefined, sort: 'eui' };

describeOnEngines('the table of a large network', (engine) => {
  test('finds and sorts in memory the same as the store, by every filter and order', async () => {
    const accounts = await engine.openMigrated();
    const customers = await Promise.all(
      ['Alpha Inn', 'Älpha Inn', 'Zeta', 'beta Bar', 'Gamma 3'].map((name) => makeCustomer(accounts, { name })),
    );
    const places: { customerId: string; venueId: string }[] = [];
    for (const { id: customerId } of customers)
      for (const name of ['Lobby', 'Café Gamma', 'Cafe Gamma', 'Café'])
        places.push({ customerId, venueId: (await makeVenue(accounts, { customerId, name })).id });
    const seen = [null, NOW - MINUTE_MS, NOW - 90 * MINUTE_MS, NOW - 2 * DAY_MS];
    for (let at = 0; at < 60; at += 1) {
      const place = random.pick(places);
      const outlet = await makeOutlet(accounts, { ...place, eui: random.hex(16), lastSeenAt: random.pick(seen) });
      const change = (values: object) =>
        accounts.updateTable('outlets').set(values).where('id', '=', outlet.id).execute();
      if (at % 7 === 0) await change({ retired_at: NOW - 5 });
      if (at % 5 === 0) await change({ label: `Desk ${at} gamma` });
      // Some outlets have moved, some have a planned move, and some have no venue.
      const to = { outletId: outlet.id, customerId: random.pick(customers).id };
      if (at % 9 === 1) await reassignOutlet(accounts, { ...to, at: NOW - 10 });
      if (at % 9 === 2) await reassignOutlet(accounts, { ...to, at: NOW + 10 });
      if (at % 9 === 3)
        await accounts
          .updateTable('outlet_assignments')
          .set({ to_at: NOW - 1 })
          .where('outlet_id', '=', outlet.id)
          .execute();
      if (at % 9 === 4)
        await accounts
          .updateTable('outlet_assignments')
          .set({ from_at: NOW + 1 })
          .where('outlet_id', '=', outlet.id)
          .execute();
    }
    const { packed } = await createWholeNetwork(accounts)(NOW);
    const known = { packed, contacts: await readContacts(accounts, packed.outlets), nowMs: NOW };
    const sorts = ['eui', 'customer', 'venue', 'last_seen'].flatMap((name) => [
      name,
      `-${name}`,
    ]) as OutletFilter['sort'][];
    const filters: Partial<OutletFilter>[] = [
      ...OUTLET_STATUSES.map((status) => ({ status })),
      ...customers.map(({ id }) => ({ customer_id: id })),
      ...['gamma', 'DESK 1', 'caf', 'a', '12', 'AB:', 'nowhere', 'beta  b'].map((q) => ({ q })),
      { venue_type: 'hotel', status: 'online' },
      { status: 'retired', q: 'e' },
    ];
    for (const filter of [{}, ...filters])
      for (const sort of sorts) {
        const asked = { ...ALL, ...filter, sort };
        const rows = await findOutletPage(accounts, asked, { nowMs: NOW, limit: 100, offset: 0 });
        const found = [...(await outletsInOrder(known, asked))].map((place) => packed.outlets.at(place).id);
        expect(found, JSON.stringify(asked)).toEqual(rows.map(({ id }) => id));
        expect(found.length).toBe(await countOutlets(accounts, asked, NOW));
      }
    await engine.remove();
  });
});
