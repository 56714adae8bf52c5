import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Outlets that stand somewhere now, are not retired and have been heard of. */
const heardOutlets = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('outlets as outlet')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlet.id')
    .where('outlet.retired_at', 'is', null)
    .where('outlet.last_seen_at', 'is not', null)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]));

export type SilentRow = Awaited<ReturnType<typeof findLateOutlets>>[number];

/** Those that are late already, with their venue. */
export const findLateOutlets = (accounts: AccountsDb, nowMs: number) =>
  heardOutlets(accounts, nowMs)
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['outlet.id', 'outlet.eui', 'outlet.label', 'outlet.last_seen_at', 'place.customer_id'])
    .select(['venue.id as venue_id', 'venue.name as venue'])
    .where('outlet.last_seen_at', '<=', nowMs - LATE_AFTER_MS)
    .execute();

export async function countHeardByVenue(accounts: AccountsDb, nowMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await heardOutlets(accounts, nowMs)
    .select(({ fn }) => ['place.venue_id', fn.countAll<number>().as('count')])
    .groupBy('place.venue_id')
    .execute();
  return new Map(rows.map(({ venue_id, count }) => [venue_id, Number(count)]));
}

/** Of any outlet; null before the first. */
export async function findNewestSeen(accounts: AccountsDb): Promise<number | null> {
  const row = await accounts
    .selectFrom('outlets')
    .select(({ fn }) => fn.max('last_seen_at').as('newest'))
    .executeTakeFirst();
  return row?.newest ?? null;
}

/** Faults since an instant where their outlet stands now; oldest first. */
export const findFaultsSince = (accounts: AccountsDb, sinceMs: number, nowMs: number) =>
  heardOutlets(accounts, nowMs)
    .innerJoin('outlet_faults as fault', 'fault.outlet_key', 'outlet.key')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['outlet.id', 'outlet.eui', 'outlet.label', 'place.customer_id', 'fault.kind', 'fault.at'])
    .select(['venue.id as venue_id', 'venue.name as venue'])
    .where('fault.at', '>', sinceMs)
    .whereRef('fault.at', '>=', 'place.from_at')
    .orderBy('fault.at')
    .execute();

/** Approved flights that run, or have run until a moment ago. */
export const findRunningFlights = (accounts: AccountsDb, endedAfterMs: number, nowMs: number) =>
  accounts
    .selectFrom('flights as flight')
    .innerJoin('campaigns as campaign', 'campaign.id', 'flight.campaign_id')
    .select(['flight.id', 'flight.key', 'flight.code', 'flight.ends_at', 'flight.budget_micros'])
    .select(['campaign.id as campaign_id', 'campaign.name as campaign', 'campaign.customer_id'])
    .where('flight.state', '=', 'approved')
    .where('flight.cancelled_at', 'is', null)
    .where('flight.starts_at', '<=', nowMs)
    .where('flight.ends_at', '>', endedAfterMs)
    .execute();

export const findFinalDocuments = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('documents')
    .select(['id', 'kind', 'month', 'number', 'customer_id'])
    .where('final_at', '>', sinceMs)
    .execute();

/** Mails that the mail server has not taken for so long, or has refused since. */
export async function countStuckMails(accounts: AccountsDb, sinceMs: number): Promise<number> {
  const { count } = await accounts
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) =>
      where.or([
        where.and([where('status', '=', 'queued'), where('attempts', '>', 0), where('created_at', '<', sinceMs)]),
        where.and([where('status', '=', 'failed'), where('created_at', '>=', sinceMs)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}
