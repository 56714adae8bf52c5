import type { Insertable } from 'kysely';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

type Span = { readonly fromMs: number; readonly toMs: number };
/** Maximum number of rows, more than a person can read next to a chart. */
const MOST = 2_000;

/**
 * Finds an organization's notes in a date range. If `customerId` is null, finds the notes of users who have no
 * organization.
 */
export const findNotes = (accounts: AccountsDb, customerId: string | null, from: string, to: string) =>
  accounts
    .selectFrom('report_marks')
    .select(['id', 'user_id', 'day', 'words'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where((eb) => (customerId === null ? eb('customer_id', 'is', null) : eb('customer_id', '=', customerId)))
    .orderBy('day')
    .orderBy('id')
    .limit(MOST)
    .execute();

type Writer = { readonly userId: string; readonly customerId: string | null };

export async function countNotesOf(accounts: AccountsDb, { customerId, userId }: Writer): Promise<number> {
  const { count } = await accounts
    .selectFrom('report_marks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertNote(tx: AccountsDb, row: Insertable<AccountsSchema['report_marks']>): Promise<void> {
  await tx.insertInto('report_marks').values(row).execute();
}

/** Deletes one of the user's notes in their current organization. Returns undefined if there is no such note. */
export const deleteNote = (tx: AccountsDb, id: string, { customerId, userId }: Writer) =>
  tx
    .deleteFrom('report_marks')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .returning(['day', 'words'])
    .executeTakeFirst();

/** Finds shares that took effect in a time span, for one owner or for all. */
export const findShareChanges = (accounts: AccountsDb, customerId: string | null, { fromMs, toMs }: Span) =>
  accounts
    .selectFrom('owner_shares')
    .innerJoin('customers', 'customers.id', 'owner_shares.customer_id')
    .select(['owner_shares.valid_from as at', 'owner_shares.share_ppm', 'customers.name'])
    .where('owner_shares.valid_from', '>=', fromMs)
    .where('owner_shares.valid_from', '<', toMs)
    .$if(customerId !== null, (query) => query.where('owner_shares.customer_id', '=', customerId))
    .orderBy('owner_shares.valid_from')
    .limit(MOST)
    .execute();

/** Finds approved flights by their start, end or cancellation, for one advertiser or for all. */
export const findFlightEdges = (
  accounts: AccountsDb,
  edge: 'starts_at' | 'ends_at' | 'cancelled_at',
  customerId: string | null,
  { fromMs, toMs }: Span,
) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select([`flights.${edge} as at`, 'flights.code', 'flights.label', 'campaigns.name'])
    .where('flights.state', '=', 'approved')
    .where(`flights.${edge}`, '>=', fromMs)
    .where(`flights.${edge}`, '<', toMs)
    // A canceled flight has no later start or end.
    .$if(edge !== 'cancelled_at', (query) =>
      query.where((where) =>
        where.or([
          where('flights.cancelled_at', 'is', null),
          where('flights.cancelled_at', '>', where.ref(`flights.${edge}`)),
        ]),
      ),
    )
    .$if(customerId !== null, (query) => query.where('campaigns.customer_id', '=', customerId))
    .orderBy(`flights.${edge}`)
    .limit(MOST)
    .execute();

/** Finds flights' price changes. A flight's first price is not a change. */
export const findPriceChanges = (accounts: AccountsDb, customerId: string | null, { fromMs, toMs }: Span) =>
  accounts
    .selectFrom('flight_prices')
    .innerJoin('flights', 'flights.id', 'flight_prices.flight_id')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flight_prices.valid_from as at', 'flights.code', 'flights.label', 'campaigns.name'])
    .distinct()
    .where('flights.state', '=', 'approved')
    .where('flight_prices.valid_from', '>=', fromMs)
    .where('flight_prices.valid_from', '<', toMs)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('flight_prices as earlier')
          .select('earlier.id')
          .whereRef('earlier.flight_id', '=', 'flight_prices.flight_id')
          .whereRef('earlier.valid_from', '<', 'flight_prices.valid_from'),
      ),
    )
    .$if(customerId !== null, (query) => query.where('campaigns.customer_id', '=', customerId))
    .orderBy('flight_prices.valid_from')
    .limit(MOST)
    .execute();

/** Finds alerts about silent outlets, silent venues or a silent network, for one owner or for all. */
export const findOutages = (accounts: AccountsDb, customerId: string | null, { fromMs, toMs }: Span) =>
  accounts
    .selectFrom('alerts')
    .select(['cause', 'title', 'raised_at', 'ended_at'])
    .where('rule', 'in', ['outlet_silent', 'venue_silent', 'ingestion_stopped'])
    .where('raised_at', '>=', fromMs)
    // A silence begins before its alert. The alert's cause contains the start of the silence.
    .where('raised_at', '<', toMs + DAY_MS)
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId))
    .orderBy('raised_at')
    .limit(MOST)
    .execute();
