import type { Insertable } from 'kysely';
import type { Meter } from '#domain/meter-register.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';

/** Finds the meter states of these outlets, by outlet key. An outlet that never reported its register has no entry. */
export async function findMeters(accounts: AccountsDb, outletKeys: readonly number[]): Promise<Map<number, Meter>> {
  if (outletKeys.length === 0) return new Map();
  const rows = await accounts.selectFrom('outlet_meters').selectAll().where('outlet_key', 'in', outletKeys).execute();
  return new Map(
    rows.map((row) => [
      row.outlet_key,
      {
        epoch: row.epoch,
        sinceMs: row.since_at,
        anchor: { atMs: row.anchor_at, milliWh: row.anchor_milli_wh },
        last: { atMs: row.last_at, milliWh: row.last_milli_wh },
        suspect:
          row.suspect_at === null || row.suspect_milli_wh === null
            ? null
            : { atMs: row.suspect_at, milliWh: row.suspect_milli_wh },
      },
    ]),
  );
}

const CHUNK = 500;

/** Saves the meter states. A fixed order prevents deadlocks between processes. */
export async function saveMeters(accounts: AccountsDb, meters: ReadonlyMap<number, Meter>): Promise<void> {
  const rows = [...meters].sort(([a], [b]) => a - b).map(([outletKey, meter]) => rowOf(outletKey, meter));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await accounts
      .insertInto('outlet_meters')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((conflict) =>
        conflict.column('outlet_key').doUpdateSet((set) => ({
          epoch: set.ref('excluded.epoch'),
          since_at: set.ref('excluded.since_at'),
          anchor_milli_wh: set.ref('excluded.anchor_milli_wh'),
          anchor_at: set.ref('excluded.anchor_at'),
          last_milli_wh: set.ref('excluded.last_milli_wh'),
          last_at: set.ref('excluded.last_at'),
          suspect_milli_wh: set.ref('excluded.suspect_milli_wh'),
          suspect_at: set.ref('excluded.suspect_at'),
        })),
      )
      .execute();
  }
}

const rowOf = (
  outletKey: number,
  { epoch, sinceMs, anchor, last, suspect }: Meter,
): Insertable<AccountsSchema['outlet_meters']> => ({
  outlet_key: outletKey,
  epoch,
  since_at: sinceMs,
  anchor_milli_wh: anchor.milliWh,
  anchor_at: anchor.atMs,
  last_milli_wh: last.milliWh,
  last_at: last.atMs,
  suspect_milli_wh: suspect?.milliWh ?? null,
  suspect_at: suspect?.atMs ?? null,
});

export type ImplausibleReading = Insertable<AccountsSchema['implausible_readings']>;

/** Inserts each reading only once, because the event may arrive again. */
export async function insertImplausible(accounts: AccountsDb, rows: readonly ImplausibleReading[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    await accounts
      .insertInto('implausible_readings')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((conflict) => conflict.columns(['outlet_key', 'event_id', 'source']).doNothing())
      .execute();
  }
}
