import { DAY_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { EventsReader } from '../databases/events/events-db.ts';
import type { Notices } from './create-notices.ts';

const DAYS = 30;

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsReader, 'query'>;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  readonly now: () => number;
};

/**
 * Tells administrators how much money of the last 30 days views without a play earned, as long as flights that are not
 * over accept such views. Returns the text, or null if there is none.
 */
export async function tellUnsignedViews({ accounts, events, notices, now }: Needs): Promise<string | null> {
  const nowMs = now();
  const { count } = await accounts
    .selectFrom('flights')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accepts_unsigned', '=', 1)
    .where('state', '=', 'approved')
    .where('ends_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  const flights = Number(count);
  if (flights === 0) {
    await notices.end('unsigned-views');
    return null;
  }
  const [sums] = await events.query<{ views: string; amount: string }>({
    sql: `SELECT count() AS views, sum(amount_micros) AS amount FROM events FINAL
      WHERE kind = 'view' AND invalid = 'none' AND NOT signed AND flight_id != 0
        AND ts >= fromUnixTimestamp64Milli({from:Int64})`,
    params: { from: nowMs - DAYS * DAY_MS },
    scope: { kind: 'all' },
    limits: { seconds: 60 },
  });
  const text =
    `${flights} ${flights === 1 ? 'flight accepts' : 'flights accept'} views without a play. In the last ${DAYS} days ` +
    `${Number(sums?.views ?? 0)} such views earned ${dollars(Number(sums?.amount ?? 0)).toFixed(2)}; this server cannot check them. ` +
    'Turn "Accept views without a play" off in the terms of each flight whose outlets ask this server for plays.';
  await notices.raise('unsigned-views', text);
  return text;
}
