import { counted } from '#domain/counted.ts';
import { DAY_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import { writeDollars } from '#domain/small-money.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Notices } from './create-notices.ts';
import { sumUnsignedViews } from './unsigned-views-queries.ts';

const DAYS = 30;
const ACCEPTING = { one: 'flight accepts', other: 'flights accept' };
const EARNING = { one: 'such view earned', other: 'such views earned' };
const inCents = (amount: number): string => amount.toFixed(2);

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsReader, 'query'>;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  /** `currency` is an ISO 4217 code. */
  readonly config: { readonly currency: string; readonly demo: boolean };
  readonly now: () => number;
};

/**
 * Notifies administrators of the amount that views without a play earned in the last 30 days, as long as active flights
 * accept such views. Returns the notice's text, or null if there is no notice. Demo networks get no notice, because
 * their outlets and money are fictitious.
 */
export async function tellUnsignedViews({ accounts, config, events, notices, now }: Needs): Promise<string | null> {
  const nowMs = now();
  const { count } = await accounts
    .selectFrom('flights')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accepts_unsigned', '=', 1)
    .where('state', '=', 'approved')
    .where('ends_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  const flights = Number(count);
  if (config.demo || flights === 0) {
    await notices.end('unsigned-views');
    return null;
  }
  const { views, amountMicros } = await sumUnsignedViews(events, nowMs - DAYS * DAY_MS);
  const text =
    `${counted(flights, ACCEPTING)} views without a play. In the last ${DAYS} days, ` +
    `${counted(views, EARNING)} ${writeDollars(dollars(amountMicros), inCents)} ${config.currency}. This server can’t verify them. ` +
    'Turn off "Accept views without a play" in the terms of each flight whose outlets request plays from this server.';
  await notices.raise('unsigned-views', text);
  return text;
}
