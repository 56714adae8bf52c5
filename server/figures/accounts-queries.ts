import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/**
 * `network`: a text that changes whenever the network does (migration 0003), but not for a mere contact of an outlet.
 * `events`: the number of the newest change of the events store (migration 0031).
 */
export async function readVersions(accounts: AccountsDb): Promise<{ network: string; events: number }> {
  const rows = await accounts
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['network_version', 'event_changes'])
    .execute();
  const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  return { network: textOf('network_version') ?? '', events: Number(textOf('event_changes') ?? 0) };
}

const PAGE = 2_000;

/** All rows of a table page by page, so that no single read holds up the process. */
async function inPages<Row, Place>(
  read: (after: Place | null, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Place | null = null; ; ) {
    const page: Row[] = await read(after, PAGE);
    for (const row of page) rows.push(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return rows;
    after = placeOf(last);
    await new Promise(setImmediate);
  }
}

/** By id, for a table whose ids say their order. */
const byId = <Row extends { readonly id: string }>(read: (after: string, limit: number) => Promise<Row[]>) =>
  inPages(
    (after: string | null, limit) => read(after ?? '', limit),
    ({ id }) => id,
  );

export const loadCustomers = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('customers')
      .select(['id', 'key', 'name', 'name_key', 'kind', 'deleted_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const loadVenues = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('venues')
      .select(['id', 'name', 'name_key', 'time_zone', 'lat', 'lng'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const loadFlights = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('flights')
      .select(['id', 'key', 'code'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const loadOutlets = (accounts: AccountsDb) =>
  inPages(
    (after: number | null, limit) =>
      accounts
        .selectFrom('outlets')
        .select(['id', 'key', 'eui', 'label', 'lat', 'lng', 'retired_at'])
        .where('key', '>', after ?? 0)
        .orderBy('key')
        .limit(limit)
        .execute(),
    ({ key }) => key,
  );

export const loadAssignments = (accounts: AccountsDb) =>
  inPages(
    (after: string | null, limit) =>
      accounts
        .selectFrom('outlet_assignments')
        .select(['id', 'outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'])
        .where('id', '>', after ?? '')
        .orderBy('id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
  );

const KEYS_AT_ONCE = 1_000;

/** Newest contact of each of the outlets, by key; an outlet that was never in contact is absent. */
export async function readLastSeen(accounts: AccountsDb, outletKeys: readonly number[]): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (let from = 0; from < outletKeys.length; from += KEYS_AT_ONCE) {
    const rows = await accounts
      .selectFrom('outlets')
      .select(['key', 'last_seen_at'])
      .where('key', 'in', outletKeys.slice(from, from + KEYS_AT_ONCE))
      .where('last_seen_at', 'is not', null)
      .execute();
    for (const row of rows) if (row.last_seen_at !== null) seen.set(row.key, row.last_seen_at);
  }
  return seen;
}

/** `readLastSeen` of every outlet. */
export async function readAllLastSeen(accounts: AccountsDb): Promise<Map<number, number>> {
  const rows = await inPages(
    (after: number | null, limit) =>
      accounts
        .selectFrom('outlets')
        .select(['key', 'last_seen_at'])
        .where('key', '>', after ?? 0)
        .orderBy('key')
        .limit(limit)
        .execute(),
    ({ key }) => key,
  );
  return new Map(rows.flatMap((row) => (row.last_seen_at === null ? [] : [[row.key, row.last_seen_at]])));
}

/**
 * Weeks with late events that wait to be sealed anew, and a text that changes with each new late event. A week that lost
 * raw rows keeps what is sealed of it: its late events show when they are sealed.
 */
export async function readLateWeeks(accounts: AccountsDb): Promise<{ weeks: string[]; version: string }> {
  const rows = await accounts
    .selectFrom('late_marks')
    .select(({ fn }) => [
      'week',
      fn.max<number>('id').as('newest'),
      fn.countAll<number>().as('marks'),
      fn.sum<number>('state').as('states'),
    ])
    .where('week', 'not in', (lost) => lost.selectFrom('raw_losses').select('week').where('seal', 'is not', null))
    .groupBy('week')
    .orderBy('week')
    .execute();
  return {
    weeks: rows.map(({ week }) => week),
    version: rows.map(({ week, newest, marks, states }) => `${week}@${newest}.${marks}.${states}`).join(','),
  };
}
