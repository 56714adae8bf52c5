import { sql } from 'kysely';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { outletKeyRanges } from '../../figures/read/contacts-queries.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { hasPicture } from '../../network/has-picture-queries.ts';
import { leastPaidMicros } from '../../network/least-paid-queries.ts';

/** Outlets that stand somewhere now, are not retired and have been heard of. */
const heardOutlets = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('outlets as outlet')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlet.id')
    .where('outlet.retired_at', 'is', null)
    .where('outlet.last_seen_at', 'is not', null)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]));

export type SilentRow = Awaited<ReturnType<typeof findSilentBetween>>[number];

/** Outlets whose rows are looked at together: others are let in between two queries. */
const STEP = 1_000;
const IDS_AT_ONCE = 500;

/** Those that said nothing since an instant, with their venue. */
export async function findSilent(accounts: AccountsDb, nowMs: number, seenUntilMs: number): Promise<SilentRow[]> {
  const found: SilentRow[] = [];
  for await (const keys of outletKeyRanges(accounts, STEP))
    for (const row of await findSilentBetween(accounts, nowMs, { seenUntilMs, ...keys })) found.push(row);
  return found;
}

/** Of these outlets, those that said nothing since an instant. */
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

/** Outlets of these venues that were ever heard of. */
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

/** How many implausible readings arrived since an instant from each outlet, at the venue where it stands now, by outlet. */
export async function findImplausibleSince(accounts: AccountsDb, sinceMs: number, nowMs: number) {
  const counts = await accounts
    .selectFrom('implausible_readings')
    .select(['outlet_key', ({ fn }) => fn.countAll<number>().as('readings'), ({ fn }) => fn.max('at').as('at')])
    .where('received_at', '>', sinceMs)
    .groupBy('outlet_key')
    .orderBy('outlet_key')
    .execute();
  const places = await findPlaces(
    accounts,
    counts.map(({ outlet_key: key }) => key),
    nowMs,
  );
  return counts.flatMap(({ outlet_key: key, readings, at }) => {
    const place = places.get(key);
    // What it reported where it stood before concerns another owner.
    return place === undefined || Number(at) < place.from_at ? [] : [{ ...place, readings: Number(readings) }];
  });
}

/** Where these outlets stand now, by key. */
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

/** Faults since an instant where their outlet stands now; oldest first. */
export async function findFaultsSince(accounts: AccountsDb, sinceMs: number, nowMs: number) {
  // By their arrival, which is indexed; joined at once, all outlets would be gone through for the few that report one.
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

/** Approved flights that run, or have run until a moment ago. */
export const findRunningFlights = (accounts: AccountsDb, endedAfterMs: number, nowMs: number) =>
  accounts
    .selectFrom('flights as flight')
    .innerJoin('campaigns as campaign', 'campaign.id', 'flight.campaign_id')
    .select(['flight.id', 'flight.key', 'flight.code', 'flight.starts_at', 'flight.ends_at', 'flight.budget_micros'])
    .select(['flight.approved_at', 'flight.daily_cap_micros', 'flight.pacing', 'flight.paused'])
    .select(['campaign.id as campaign_id', 'campaign.name as campaign', 'campaign.customer_id'])
    .select(leastPaidMicros('flight').as('least_paid_micros'))
    .select(hasPicture('flight').as('has_picture'))
    .where('flight.state', '=', 'approved')
    .where('flight.cancelled_at', 'is', null)
    .where('flight.starts_at', '<=', nowMs)
    .where('flight.ends_at', '>', endedAfterMs)
    .execute();

export const findFinalDocuments = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('documents')
    .select(['id', 'kind', 'month', 'number', 'layout', 'total_cents', 'customer_id', 'customer_name'])
    .where('final_at', '>', sinceMs)
    .orderBy('id')
    .execute();

export const findReturnedPayouts = (accounts: AccountsDb, sinceMs: number) =>
  accounts
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
    .select(['payouts.id', 'payouts.customer_id', 'payouts.amount_cents', 'payout_runs.number'])
    .where('payouts.state', '=', 'returned')
    .where('payouts.returned_at', '>', sinceMs)
    .execute();

/** Causes of the silences that stood at any time since an instant. */
export async function findOutages(accounts: AccountsDb, sinceMs: number): Promise<string[]> {
  const rows = await accounts
    .selectFrom('alerts')
    .select('cause')
    .where((where) => where.or([where('cause', 'like', 'silent/%'), where('cause', '=', 'ingestion')]))
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', sinceMs)]))
    .execute();
  return rows.map(({ cause }) => cause);
}

/** Mails that the mail server has not taken for so long, or has refused since. */
export async function countStuckMails(accounts: AccountsDb, sinceMs: number): Promise<number> {
  const mails = accounts.selectFrom('mails').select(({ fn }) => fn.countAll<number>().as('count'));
  const [waiting, refused] = await Promise.all([
    mails
      .where('status', '=', 'queued')
      // In words: with a value in its place the index of tried ones is not taken, and all that wait are gone through.
      .where(sql<boolean>`attempts > 0`)
      .where('created_at', '<', sinceMs)
      .executeTakeFirstOrThrow(),
    mails.where('status', '=', 'failed').where('created_at', '>=', sinceMs).executeTakeFirstOrThrow(),
  ]);
  return Number(waiting.count) + Number(refused.count);
}
