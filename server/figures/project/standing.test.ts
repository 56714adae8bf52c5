import { expect, test } from 'vitest';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { countHeldOutlets } from '../../features/customers/held-outlets-queries.ts';
import { createWholeNetwork } from '../../network/snapshot/whole-network.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { countStanding } from './customer-figures.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const [LONG_AGO, BEFORE, LATER] = [NOW - 2_000, NOW - 1_000, NOW + 1_000];
/** Times at which the outlet moves from one customer to the other, and at which it is retired. */
const MOVES = [null, LONG_AGO + 500, BEFORE, NOW, LATER];
const RETIREMENTS = [null, LONG_AGO + 250, LONG_AGO + 500, BEFORE, BEFORE + 1, NOW, LATER];

describeOnEngines('what stands now', (engine) => {
  test('the lists of administration and the network of figures agree on which outlets are active now', async () => {
    const accounts = await engine.openMigrated();
    const cases: { move: number | null; retired: number | null; from: string; to: string }[] = [];
    for (const move of MOVES) {
      for (const retired of RETIREMENTS) {
        const [from, to] = [await makeCustomer(accounts), await makeCustomer(accounts)];
        const [venue, next] = [
          await makeVenue(accounts, { customerId: from.id }),
          await makeVenue(accounts, { customerId: to.id }),
        ];
        const outlet = await makeOutlet(accounts, { customerId: from.id, venueId: venue.id });
        const of = () => accounts.updateTable('outlet_assignments').where('outlet_id', '=', outlet.id);
        await of().set({ from_at: LONG_AGO, to_at: move }).execute();
        if (move !== null) {
          const place = { id: `${outlet.id}-2`, outlet_id: outlet.id, customer_id: to.id, venue_id: next.id };
          await accounts
            .insertInto('outlet_assignments')
            .values({ ...place, from_at: move, to_at: null })
            .execute();
        }
        await accounts.updateTable('outlets').set({ retired_at: retired }).where('id', '=', outlet.id).execute();
        cases.push({ move, retired, from: from.id, to: to.id });
      }
    }
    for (const nowMs of [NOW, LATER]) {
      const network = await createWholeNetwork(accounts)(nowMs);
      for (const { move, retired, from, to } of cases) {
        const isIn = retired === null || retired > nowMs;
        const hasMoved = move !== null && move <= nowMs;
        const expected = isIn ? (hasMoved ? [0, 1] : [1, 0]) : [0, 0];
        const counts = await Promise.all(
          [from, to].map(async (id) => {
            const key = network.customerById.get(id)?.key ?? 0;
            const asked = { by: 'customer_id', ids: [id], when: 'now', nowMs } as const;
            const listed = (await countHeldOutlets(accounts, asked)).get(id) ?? 0;
            return [listed, countStanding(network, { kind: 'all' }, key, null)];
          }),
        );
        const about = `moved ${move === null ? 'never' : move - NOW}, retired ${retired === null ? 'never' : retired - NOW}`;
        expect(counts, about).toEqual(expected.map((count) => [count, count]));
        const former = network.holdings.get(network.customerById.get(to)?.key ?? 0);
        if (move !== null && retired !== null && retired <= move && retired <= nowMs)
          expect(former, about).toBeUndefined();
      }
    }
    await engine.remove();
  });
});
