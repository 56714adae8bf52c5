import { sql } from 'kysely';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { outletKeyRanges } from '../../figures/read/contacts-queries.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { hasPicture } from '../../network/has-picture-queries.ts';
import { leastPaidMicros } from '../../network/least-paid-queries.ts';

/** Selects outlets that currently have a place, are not retired and have reported at least once. */
const heardOutlets = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('outlets as outlet')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlet.id')
    .where('outlet.retired_at', 'is', null)
    .where('outlet.last_seen_at', 'is not', null)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]));

export type SilentRow = Awaited<ReturnType<typeof findSilentBetween>>[number];

/** Number of outlets per query, so that other requests run between two queries. */
const STEP = 1_000;
const IDS_AT_ONCE = 500;

/** Finds outlets without a report since `seenUntilMs`, with their venue. */
export async function findSilent(accounts: AccountsDb, nowMs: number, seenUntilMs: number): Promise<SilentRow[]> {
  const found: SilentRow[] = [];
  for await (const keys of outletKeyRanges(accounts, STEP))
    for (const row of await findSilentBetween(accounts, nowMs, { seenUntilMs, ...keys })) found.push(row);
  return found;
}

/** Finds which of these outlets have not reported since `seenUntilMs`. */
export async function findSilentAmong(
  accounts: AccountsDb,
  nowMs: number,
  { ids, seenUntilMs }: { ids: readonly string[]; seenUntilMs: number },
): Promise<SilentRow[]> {
  const found: SilentRow[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    found.push(
      ...(await silentOutlets(accounts, nowMs, seenUntilMs)
        .where('outlet.id', 'in', ids.slice(from, from + IDS_AT_ONCE))
        .execute()),
    );
  return found;
}

const silentOutlets = (accounts: AccountsDb, nowMs: number, seenUntilMs: number) =>
  heardOutlets(accounts, nowMs)
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['outlet.id', 'outlet.eui', 'outlet.label', 'outlet.last_seen_at', 'place.customer_id'])
    .select(['venue.id as venue_id', 'venue.name as venue'])
    .where('outlet.last_seen_at', '<=', seenUntilMs);

const findSilentBetween = (
  accounts: AccountsDb,
  nowMs: number,
  { seenUntilMs, fromKey, toKey }: { seenUntilMs: number; fromKey: number; toKey: number },
) =>
  silentOutlets(accounts, nowMs, seenUntilMs)
    .where('outlet.key', '>=', fromKey)
    .where('outlet.key', '<', toKey)
    .execute();

/** Counts, for each of these venues, the outlets that have ever reported. */
export async function countHeard(
  accounts: AccountsDb,
  venueIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const venueId of venueIds) {
    const { count } = await heardOutlets(accounts, nowMs)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('place.venue_id', '=', venueId)
      .executeTakeFirstOrThrow();
    counts.set(venueId, Number(count));
  }
  return counts;
}

/** Counts implausible readings received since `sinceMs`, per outlet, with the outlet's current venue. */
export async function findImplausibleSince(accounts: AccountsDb, sinceMs: number, nowMs: number) {
  const counts = await accounts
    .selectFrom('implausible_readings')
    .select(({ fn }) => [fn.countAll<number>().as('readings'), fn.max('at').as('at'), fn.min('at').as('since_at')])
    .select('outlet_key')
    .where('received_at', '>', sinceMs)
    .groupBy('outlet_key')
    .orderBy('outlet_key')
    .execute();
  const places = await findPlaces(
    accounts,
    counts.map(({ outlet_key: key }) => key),
    nowMs,
  );
  return counts.flatMap(({ outlet_key: key, readings, at, since_at: sinceMs }) => {
    const place = places.get(key);
    // Readings from an earlier place may concern another owner.
    return place === undefined || Number(at) < place.from_at
      ? []
      : [{ ...place, readings: Number(readings), since_at: Number(sinceMs) }];
  });
}

/** Finds the current places of these outlets, by outlet key. */
async function findPlaces(accounts: AccountsDb, keys: readonly number[], nowMs: number) {
  const places = await inGroups(keys, (group) =>
    heardOutlets(accounts, nowMs)
      .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
      .select(['outlet.key', 'outlet.id', 'outlet.eui', 'outlet.label', 'place.customer_id', 'place.from_at'])
      .select(['venue.id as venue_id', 'venue.name as venue'])
      .where('outlet.key', 'in', group)
      .execute(),
  );
  return new Map(places.map((place) => [place.key, place]));
}

/** Finds faults since `sinceMs` at the outlet's current place, oldest first. */
export async function findFaultsSince(accounts: AccountsDb, sinceMs: number, nowMs: number) {
  // Finds faults by their arrival, which is indexed. A single join would scan all outlets for the few that report a
  // fault.
  const faults = await accounts
    .selectFrom('outlet_faults')
    .select(['outlet_key', 'kind', 'at'])
    .where('received_at', '>', sinceMs - MOST_MS_EARLY)
    .where('at', '>', sinceMs)
    .orderBy('at')
    .execute();
  const placeOf = await findPlaces(
    accounts,
    faults.map(({ outlet_key: key }) => key),
    nowMs,
  );
  return faults.flatMap(({ outlet_key: key, kind, at }) => {
    const place = placeOf.get(key);
    return place === undefined || at < place.from_at ? [] : [{ ...place, kind, at }];
  });
}

/** Finds approved flights that are running, or ended after `endedAfterMs`. */
export const findRunningFlights = (accounts: AccountsDb, endedAfterMs: number, nowMs: number) =>
  accounts
    .selectFrom('flights as flight')
    .innerJoin('campaigns as campaign', 'campaign.id', 'flight.campaign_id')
    .select([
      'flight.id',
      'flight.key',
      'flight.code',
      'flight.label',
      'flight.starts_at',
      'flight.ends_at',
      'flight.budget_micros',
    ])
    .select(['flight.approved_at', 'flight.daily_cap_micros', 'flight.pacing', 'flight.paused'])
    .select(['campaign.id as campaign_id', 'campaign.name as campaign', 'campaign.customer_id'])
    .select(leastPaidMicros('flight').as('least_paid_micros'))
    .select(hasPicture('flight').as('has_picture'))
    .select(({ selectFrom }) =>
      selectFrom('creatives')
        .select(({ fn }) => fn.max('creatives.removed_at').as('at'))
        .whereRef('creatives.flight_id', '=', 'flight.id')
        .as('picture_removed_at'),
    )
    .where('flight.state', '=', 'approved')
    .where('flight.cancelled_at', 'is', null)
    .where('flight.starts_at', '<=', nowMs)
    .where('flight.ends_at', '>', endedAfterMs)
    .execute();

export const findFinalDocuments = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('documents')
    .select(['id', 'kind', 'month', 'number', 'layout', 'total_cents', 'customer_id', 'customer_name'])
    .select('final_at')
    .where('final_at', '>', sinceMs)
    .orderBy('id')
    .execute();

export const findReturnedPayouts = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
    .select(['payouts.id', 'payouts.customer_id', 'payouts.amount_cents', 'payouts.returned_at'])
    .select('payout_runs.number')
    .where('payouts.state', '=', 'returned')
    .where('payouts.returned_at', '>', sinceMs)
    .execute();

/** Finds the causes of outages that were active at any time since `sinceMs`. */
export async function findOutages(accounts: AccountsDb, sinceMs: number): Promise<string[]> {
  const rows = await accounts
    .selectFrom('alerts')
    .select('cause')
    .where((where) => where.or([where('cause', 'like', 'silent/%'), where('cause', '=', 'ingestion')]))
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', sinceMs)]))
    .execute();
  return rows.map(({ cause }) => cause);
}

/**
 * Counts the mails created before `sinceMs` that the mail server has not accepted yet, and the mails created since then
 * that it refused. Also returns when the first of them was created (epoch ms; infinite without any).
 */
export async function findStuckMails(
  accounts: AccountsDb,
  sinceMs: number,
): Promise<{ readonly count: number; readonly sinceMs: number }> {
  const mails = accounts
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('first_at')]);
  const found = await Promise.all([
    mails
      .where('status', '=', 'queued')
      // A literal: with a bound parameter, the database ignores the partial index on attempted mails and scans all
      // queued mails.
      .where(sql<boolean>`attempts > 0`)
      .where('created_at', '<', sinceMs)
      .executeTakeFirstOrThrow(),
    mails.where('status', '=', 'failed').where('created_at', '>=', sinceMs).executeTakeFirstOrThrow(),
  ]);
  return {
    count: found.reduce((sum, { count }) => sum + Number(count), 0),
    sinceMs: found.reduce(
      (least, { first_at: firstMs }) => Math.min(least, firstMs ?? least),
      Number.POSITIVE_INFINITY,
    ),
  };
}
