import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Creative } from '#contract/flight-parts.ts';
import { readUtm, utmOf, withUtm } from '#domain/utm.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { CreativeFileTable } from '../../databases/accounts/campaign-tables.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { creativeUrl } from '../../network/creative-url.ts';

export type Tx = Transaction<AccountsSchema>;

const allCreatives = (accounts: AccountsDb) =>
  accounts
    .selectFrom('creatives')
    .innerJoin('flights', 'flights.id', 'creatives.flight_id')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .leftJoin('creative_files', 'creative_files.hash', 'creatives.file_hash')
    .select([
      'campaigns.utm as campaign_utm',
      'creatives.weight',
      'creatives.utm',
      'creatives.id',
      'creatives.flight_id',
      'creatives.name',
      'creatives.duration_seconds',
      'creatives.target_url',
      'creatives.file_hash',
      'creatives.created_at',
      'creative_files.type',
      'creative_files.width',
      'creative_files.height',
    ])
    .orderBy('creatives.id');

const creatives = (accounts: AccountsDb) => allCreatives(accounts).where('creatives.removed_at', 'is', null);

export type CreativeRow = Awaited<ReturnType<typeof findCreativesOf>>[number];

export const findCreativesOf = (accounts: AccountsDb, flightId: string) =>
  creatives(accounts).where('creatives.flight_id', '=', flightId).execute();

/** Finds all creatives that a flight ever had. */
export const findEveryCreativeOf = (accounts: AccountsDb, flightId: string) =>
  accounts
    .selectFrom('creatives')
    .select(['id', 'name', 'removed_at'])
    .where('flight_id', '=', flightId)
    .orderBy('id')
    .execute();

/** Finds a creative for its preview, with the sponsor's name, unless it was removed. */
export const findPreviewed = (accounts: AccountsDb, id: string) =>
  creatives(accounts)
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select(['campaigns.sponsor', 'customers.name as advertiser'])
    .where('creatives.id', '=', id)
    .executeTakeFirst();

/** Finds creatives that a proposal adds. They are stored as removed until the proposal is approved. */
export const findProposedCreatives = (accounts: AccountsDb, flightId: string, ids: readonly string[]) =>
  allCreatives(accounts).where('creatives.flight_id', '=', flightId).where('creatives.id', 'in', ids).execute();

/** Finds creatives with a picture, for approved flights that have not ended. */
export const findOpenCreatives = (accounts: AccountsDb, nowMs: number) =>
  creatives(accounts)
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select([
      'flights.code',
      'flights.starts_at',
      'flights.ends_at',
      'flights.targets',
      'campaigns.sponsor',
      'campaigns.category',
      'campaigns.time_zone',
      'campaigns.customer_id',
      'customers.name as advertiser',
    ])
    .where('creatives.file_hash', 'is not', null)
    .where('flights.state', '=', 'approved')
    .where('flights.ends_at', '>', nowMs)
    .execute();

export type OpenCreative = Awaited<ReturnType<typeof findOpenCreatives>>[number];

const findDecisions = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts
    .selectFrom('creative_decisions')
    .innerJoin('customers', 'customers.id', 'creative_decisions.customer_id')
    .select(['creative_id', 'customers.name as customer', 'decision', 'reason', 'decided_at'])
    .where('creative_id', 'in', ids.length === 0 ? [''] : ids)
    .where('decision', '=', 'refused')
    .execute();

export async function shownCreatives(accounts: AccountsDb, rows: readonly CreativeRow[]): Promise<Creative[]> {
  const refusals = await findDecisions(
    accounts,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...shownCreative(row),
    refusals: refusals
      .filter(({ creative_id: id }) => id === row.id)
      .map(({ customer, reason, decided_at: at }) => ({ customer, reason, at: new Date(at).toISOString() })),
  }));
}

export function shownCreative(row: CreativeRow): Creative {
  const { url, kept } = withUtm(row.target_url, utmOf(row.campaign_utm, row.utm));
  return {
    id: row.id,
    name: row.name,
    seconds: row.duration_seconds,
    target: row.target_url,
    weight: row.weight,
    utm: readUtm(row.utm),
    click_target: url,
    utm_kept: [...kept],
    url: row.file_hash === null || row.type === null ? null : creativeUrl({ hash: row.file_hash, type: row.type }),
    type: row.type,
    width: row.width,
    height: row.height,
    created_at: new Date(row.created_at).toISOString(),
    refusals: [],
  };
}

/** Stores a picture. Identical pictures are stored only once. */
export async function putCreativeFile(tx: AccountsDb, file: CreativeFileTable): Promise<void> {
  await tx
    .insertInto('creative_files')
    .values(file)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function insertCreative(
  tx: Tx,
  file: CreativeFileTable,
  row: {
    readonly id: string;
    readonly flight_id: string;
    readonly name: string;
    readonly duration_seconds: number;
    readonly target_url: string;
    /** Set from the start if the creative is only proposed. */
    readonly removed_at: number | null;
  },
): Promise<void> {
  await putCreativeFile(tx, file);
  await tx
    .insertInto('creatives')
    .values({ ...row, file_hash: file.hash, created_at: file.created_at })
    .execute();
}

/** Copies a flight's creatives to another flight. Both share the pictures. Owners decide on the copies separately. */
export async function copyCreatives(tx: Tx, fromId: string, toId: string, nowMs: number): Promise<void> {
  const rows = await tx
    .selectFrom('creatives')
    .select(['name', 'duration_seconds', 'target_url', 'weight', 'utm', 'file_hash'])
    .where('flight_id', '=', fromId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const copies = rows.map((row) => ({ id: newId(), flight_id: toId, ...row, created_at: nowMs }));
  if (copies.length > 0) await tx.insertInto('creatives').values(copies).execute();
}

export const updateCreativeRow = (tx: Tx, id: string, fields: { weight?: number; utm?: string }) =>
  tx.updateTable('creatives').set(fields).where('id', '=', id).execute();

export const removeCreativeRow = (tx: Tx, id: string, nowMs: number) =>
  tx.updateTable('creatives').set({ removed_at: nowMs }).where('id', '=', id).execute();

/**
 * Restores removed creatives of the flight, with the current time as their creation time, so that owners see them as
 * new.
 */
export const bringBackCreatives = (tx: Tx, flightId: string, ids: readonly string[], nowMs: number) =>
  tx
    .updateTable('creatives')
    .set({ removed_at: null, created_at: nowMs })
    .where('flight_id', '=', flightId)
    .where('id', 'in', ids.length === 0 ? [''] : ids)
    .execute();

export const findCreativeImage = (accounts: AccountsDb, hash: string) =>
  accounts.selectFrom('creative_files').select(['type', 'image']).where('hash', '=', hash).executeTakeFirst();

/** Finds the owners that do not accept every creative. */
export const findCreativePolicies = (accounts: AccountsDb) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'reviews_creatives', 'blocked_categories'])
    .where((where) => where.or([where('reviews_creatives', '=', 1), where('blocked_categories', '<>', '')]))
    .execute();

export const findProperty = (accounts: AccountsDb, id: string) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name', 'reviews_creatives', 'blocked_categories', 'updated_at'])
    .where('id', '=', id)
    .where('kind', '=', 'property')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const updatePolicy = (tx: Tx, id: string, reviewsEach: boolean, categories: string) =>
  tx
    .updateTable('customers')
    .set({ reviews_creatives: reviewsEach ? 1 : 0, blocked_categories: categories })
    .where('id', '=', id)
    .execute();

export const findDecisionsOf = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('creative_decisions')
    .select(['creative_id', 'decision', 'reason', 'decided_at', 'decided_by'])
    .where('customer_id', '=', customerId)
    .execute();

/** Stores a decision if the existing one has this `version` (0: none yet). Returns whether the decision was stored. */
export async function putDecision(
  tx: Tx,
  row: {
    creative_id: string;
    customer_id: string;
    decision: 'accepted' | 'refused';
    reason: string;
    decided_at: number;
    decided_by: string;
  },
  version: number,
): Promise<boolean> {
  const { creative_id: _, customer_id: __, ...fields } = row;
  const written = await tx
    .insertInto('creative_decisions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['creative_id', 'customer_id'])
        .doUpdateSet(fields)
        .where('creative_decisions.decided_at', '=', version),
    )
    .returning('decided_at')
    .execute();
  return written.length === 1;
}
