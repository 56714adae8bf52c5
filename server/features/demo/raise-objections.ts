import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { findJudgedDays } from './demo-events-queries.ts';
import { findByKeys, findCustomerKeys, findDemoUser, insertRows } from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import type { PlannedNetwork } from './planned-network.ts';

type Needs = Pick<Dependencies, 'accounts' | 'events'> & { readonly now: number };

/** For each customer with an account: one open objection, and one that was declined. */
const SAID = [
  { words: 'Three friends pressed the button again and again. They were real people.', state: 'open', answer: '' },
  {
    words: 'The outlet was tested that day, but only in the morning.',
    state: 'declined',
    answer: 'The views of that day came faster than the ads can be shown.',
  },
] as const;

/** Writes the objections of the demo's customers to invalid events of their history, if there are any. */
export async function raiseObjections(
  { accounts, events, now }: Needs,
  { owners, sponsors }: PlannedNetwork,
): Promise<void> {
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []) as readonly string[];
  const ids = [...owners, ...sponsors].filter(({ name }) => named.includes(name)).map(({ id }) => id);
  const dayOf = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  for (const { id, key, kind } of await findCustomerKeys(accounts, ids)) {
    const found = await findJudgedDays(events, { kind, key }, { fromDay: dayOf(25), toDay: dayOf(2) });
    const user = await findDemoUser(accounts, id);
    if (found.length === 0 || user === undefined) continue;
    const outlets = await findByKeys(accounts, [...new Set(found.map(({ outletKey }) => outletKey))]);
    const rows = SAID.flatMap(({ words, state, answer }, at) => {
      const judged = found[at];
      const outlet = outlets.find((one) => one.key === judged?.outletKey);
      if (judged === undefined || outlet === undefined) return [];
      const isDecided = state === 'declined';
      return [
        {
          id: demoRowId('objection', id, String(at)),
          customer_id: id,
          outlet_id: outlet.id,
          day: judged.day,
          reason: judged.reason,
          words,
          state,
          answer,
          raised_at: now - DAY_MS - at * HOUR_MS,
          raised_by: user.email,
          raised_by_id: user.id,
          decided_at: isDecided ? now - 5 * HOUR_MS : null,
          decided_by: isDecided ? 'admin@demo.voltboard.example' : null,
        },
      ];
    });
    // After a kill, the earlier rows exist already.
    await insertRows(accounts, 'objections', rows, 'if absent');
  }
}
