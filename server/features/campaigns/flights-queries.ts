import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase, containsText } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { hasPicture } from '../../network/has-picture-queries.ts';
import { leastPaidMicros } from '../../network/least-paid-queries.ts';

type Tx = Transaction<AccountsSchema>;

/** Returns the customer whose campaigns a scope includes; null means every customer. An owner has no campaigns. */
export const advertiserOf = (scope: Scope): string | null => (scope.kind === 'all' ? null : scope.customerId);

const campaigns = (accounts: AccountsDb, scope: Scope) => {
  const advertiser = advertiserOf(scope);
  return accounts
    .selectFrom('campaigns')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select([
      'campaigns.id',
      'campaigns.key',
      'campaigns.name',
      'campaigns.name_key',
      'campaigns.sponsor',
      'campaigns.category',
      'campaigns.time_zone',
      'campaigns.utm',
      'campaigns.archived_at',
      'campaigns.updated_at',
      'customers.id as customer_id',
      'customers.name as customer_name',
      'customers.name_key as customer_key',
      'customers.find_key as customer_find_key',
    ])
    .$if(advertiser !== null, (query) => query.where('campaigns.customer_id', '=', advertiser ?? ''));
};

export type CampaignRow = Awaited<ReturnType<typeof findCampaigns>>[number];

export const findCampaigns = (accounts: AccountsDb, scope: Scope) => campaigns(accounts, scope).execute();

export const findCampaign = (accounts: AccountsDb, scope: Scope, id: string) =>
  campaigns(accounts, scope).where('campaigns.id', '=', id).executeTakeFirst();

const flights = (accounts: AccountsDb, scope: Scope) => {
  const advertiser = advertiserOf(scope);
  return (
    accounts
      .selectFrom('flights')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
      .leftJoin('flight_proposals', 'flight_proposals.flight_id', 'flights.id')
      .selectAll('flights')
      .select([
        'campaigns.name as campaign_name',
        'campaigns.sponsor',
        'campaigns.category',
        'campaigns.time_zone',
        'campaigns.archived_at as campaign_archived_at',
        'customers.id as customer_id',
        'customers.name as customer_name',
        'flight_proposals.id as proposal_id',
        'flight_proposals.fields as proposal_fields',
        'flight_proposals.made_at as proposal_at',
        'flight_proposals.made_by as proposal_by',
      ])
      .select(leastPaidMicros('flights').as('least_paid_micros'))
      .select(hasPicture('flights').as('has_picture'))
      // The model of the latest price, because an import sets a price without naming the chosen model.
      .select((eb) =>
        eb
          .selectFrom('flight_prices')
          .select('flight_prices.model')
          .whereRef('flight_prices.flight_id', '=', 'flights.id')
          .orderBy('flight_prices.valid_from', 'desc')
          .limit(1)
          .as('priced_model'),
      )
      .$if(advertiser !== null, (query) => query.where('campaigns.customer_id', '=', advertiser ?? ''))
  );
};

export type FlightRow = Awaited<ReturnType<typeof findAllFlights>>[number];

export const findAllFlights = (accounts: AccountsDb, scope: Scope) =>
  flights(accounts, scope).orderBy('flights.starts_at').orderBy('flights.id').execute();

export const findFlightsOf = (accounts: AccountsDb, scope: Scope, campaignId: string) =>
  flights(accounts, scope)
    .where('flights.campaign_id', '=', campaignId)
    .orderBy('flights.starts_at')
    .orderBy('flights.id')
    .execute();

export const findFlight = (accounts: AccountsDb, scope: Scope, id: string) =>
  flights(accounts, scope).where('flights.id', '=', id).executeTakeFirst();

/** Finds the flights that an administrator has to decide on: in review, or with a proposal. */
export const findWaiting = (accounts: AccountsDb) =>
  flights(accounts, { kind: 'all' })
    .where((where) =>
      where.or([where('flights.state', '=', 'in_review'), where('flight_proposals.id', 'is not', null)]),
    )
    .execute();

export const findPrices = (accounts: AccountsDb, flightId: string) =>
  accounts
    .selectFrom('flight_prices')
    .select(['model', 'price_micros', 'venue_type', 'valid_from'])
    .where('flight_id', '=', flightId)
    .orderBy('valid_from')
    .orderBy('venue_type')
    .execute();

/** Finds each flight's first price. Prefers the price for all venue types. */
export async function findFirstPrices(accounts: AccountsDb) {
  const rows = await accounts
    .selectFrom('flight_prices')
    .select(['flight_id', 'model', 'price_micros'])
    .orderBy('venue_type', 'desc')
    .orderBy('valid_from', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.flight_id, row]));
}

export type NewPrice = { model: PriceModel; price_micros: number; venue_type: string; valid_from: number };

/** Returns the chosen price model, or the model of the flight's price if none was chosen. */
export const modelOf = ({
  price_model: chosen,
  priced_model: priced,
}: Pick<FlightRow, 'price_model' | 'priced_model'>): PriceModel | null => chosen ?? priced;

/** For a flight that never ran, moves the prices that begin after its new start to that start. */
export const beginPricesAt = (tx: Tx, flightId: string, startsMs: number) =>
  tx
    .updateTable('flight_prices')
    .set({ valid_from: startsMs })
    .where('flight_id', '=', flightId)
    .where('valid_from', '>', startsMs)
    .execute();

/** Replaces the flight's prices. Only for a flight that never ran. */
export async function replacePrices(tx: Tx, flightId: string, prices: readonly NewPrice[]): Promise<void> {
  await tx.deleteFrom('flight_prices').where('flight_id', '=', flightId).execute();
  const rows = prices.map((price) => ({ id: newId(), flight_id: flightId, ...price }));
  if (rows.length > 0) await tx.insertInto('flight_prices').values(rows).execute();
}

export const findRateCard = (accounts: AccountsDb) =>
  accounts
    .selectFrom('rate_card')
    .select(['id', 'model', 'venue_type', 'price_micros', 'valid_from'])
    .orderBy('model')
    .orderBy('venue_type')
    .orderBy('valid_from', 'desc')
    .execute();

export type RateRow = Awaited<ReturnType<typeof findRateCard>>[number];

export async function insertRate(tx: Tx, rate: Omit<RateRow, 'id'>): Promise<boolean> {
  const added = await tx
    .insertInto('rate_card')
    .values({ id: newId(), ...rate })
    .onConflict((conflict) => conflict.columns(['model', 'venue_type', 'valid_from']).doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const insertCampaign = (
  tx: Tx,
  row: {
    id: string;
    customer_id: string;
    name: string;
    name_key: string;
    sponsor: string;
    category: string;
    time_zone: string;
    utm?: string;
  },
  nowMs: number,
) =>
  tx
    .insertInto('campaigns')
    .values({ ...row, created_at: nowMs, updated_at: nowMs })
    .execute();

export const findNamesakeCampaign = (tx: AccountsDb, customerId: string, nameKey: string, exceptId: string) =>
  tx
    .selectFrom('campaigns')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('name_key', '=', nameKey)
    .where('id', '<>', exceptId)
    .executeTakeFirst();

export const updateCampaignRow = (
  tx: Tx,
  id: string,
  fields: Partial<{
    name: string;
    name_key: string;
    sponsor: string;
    category: string;
    time_zone: string;
    archived_at: number | null;
    utm: string;
  }>,
) => tx.updateTable('campaigns').set(fields).where('id', '=', id).execute();

export type FlightColumns = Partial<
  Pick<
    FlightRow,
    | 'label'
    | 'starts_at'
    | 'ends_at'
    | 'budget_micros'
    | 'daily_cap_micros'
    | 'visitor_cap'
    | 'accepts_unsigned'
    | 'pacing'
    | 'price_model'
    | 'price_source'
    | 'targets'
    | 'state'
    | 'approved_at'
    | 'cancelled_at'
    | 'archived_at'
    | 'submitted_at'
    | 'submitted_by'
    | 'return_reason'
  >
>;

export const insertFlight = (
  tx: Tx,
  row: {
    id: string;
    campaign_id: string;
    code: string;
    starts_at: number;
    ends_at: number;
    budget_micros: number;
  } & FlightColumns,
  nowMs: number,
) =>
  tx
    .insertInto('flights')
    .values({ paused: 0, ...row, created_at: nowMs, updated_at: nowMs })
    .execute();

export const updateFlightRow = (tx: Tx, id: string, fields: FlightColumns) =>
  tx.updateTable('flights').set(fields).where('id', '=', id).execute();

/** Whether a flight has this code. Ignores case, because an import also ignores it when it finds flights by code. */
export const isCodeTaken = async (accounts: AccountsDb, code: string): Promise<boolean> =>
  (await accounts
    .selectFrom('flights')
    .select('id')
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .executeTakeFirst()) !== undefined;

export async function putProposal(
  tx: Tx,
  row: { flight_id: string; fields: string; made_at: number; made_by: string; made_by_id: string | null },
): Promise<void> {
  await tx.deleteFrom('flight_proposals').where('flight_id', '=', row.flight_id).execute();
  await tx
    .insertInto('flight_proposals')
    .values({ id: newId(), ...row })
    .execute();
}

export const removeProposal = (tx: Tx, flightId: string) =>
  tx.deleteFrom('flight_proposals').where('flight_id', '=', flightId).execute();

/** Maximum number of venues that a search for a place reads. */
const MOST_FOUND_VENUES = 200;

/** Finds venues with a position whose name, address or city contains the text, in any case. */
export const findVenuesNamed = (accounts: AccountsDb, text: string) =>
  accounts
    .selectFrom('venues')
    .select(['id', 'name', 'address', 'city', 'state', 'lat', 'lng'])
    .where('lat', 'is not', null)
    .where('lng', 'is not', null)
    .where(({ or }) =>
      or([
        containsText('venues.name_key', nameKey(text)),
        containsAnyCase(accounts, 'venues.address', text),
        containsAnyCase(accounts, 'venues.city', text),
      ]),
    )
    .orderBy('name_key')
    .limit(MOST_FOUND_VENUES)
    .execute();

export const findAdvertiser = (accounts: AccountsDb, id: string) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', '=', 'advertiser')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Finds a flight's audit log, newest first. Entries name the flight by its code. */
export const findFlightAudit = (accounts: AccountsDb, code: string) =>
  accounts
    .selectFrom('audit_log')
    .select(['at', 'actor', 'actor_id', 'action', 'detail'])
    .where('subject', '=', code)
    .where('action', 'like', 'flight.%')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();

/** Finds which of these users currently belong to the customer. */
export const findColleagues = async (
  accounts: AccountsDb,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await accounts
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids.length === 0 ? [''] : ids)
    .where('customer_id', '=', customerId)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
