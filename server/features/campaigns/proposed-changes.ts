import type { FieldChange, Proposal, Targets } from '#contract/flight-parts.ts';
import { readTargetRule } from '#domain/targets.ts';
import type { Author } from '../../administration/change-context.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { FieldError } from '../../http/app-error.ts';
import {
  bringBackCreatives,
  type CreativeRow,
  findCreativesOf,
  findProposedCreatives,
  removeCreativeRow,
  shownCreatives,
} from './creatives-queries.ts';
import { changesOf } from './flight-fields.ts';
import { type FlightColumns, type FlightRow, putProposal, removeProposal } from './flights-queries.ts';

/**
 * The creatives that a proposal adds and removes, by id. Added ones are stored as removed until approval, so that no
 * query for creatives returns a picture that no administrator has reviewed.
 */
type ProposedCreatives = { readonly added: readonly string[]; readonly removed: readonly string[] };
type StoredProposal = FlightColumns & { readonly creatives?: ProposedCreatives };

const storedProposal = ({ proposal_fields: fields }: Pick<FlightRow, 'proposal_fields'>): StoredProposal =>
  fields === null ? {} : (JSON.parse(fields) as StoredProposal);

export function proposedColumns(row: Pick<FlightRow, 'proposal_fields'>): FlightColumns {
  const { creatives: _, ...columns } = storedProposal(row);
  return columns;
}

/** Returns the target rule that a flight's proposal sets; without a proposal, an empty rule. */
export const proposedRule = (row: Pick<FlightRow, 'proposal_fields'>): Targets =>
  readTargetRule(proposedColumns(row).targets ?? '');

export const proposedCreatives = (row: Pick<FlightRow, 'proposal_fields'>): ProposedCreatives =>
  storedProposal(row).creatives ?? { added: [], removed: [] };

type Proposed = { readonly columns: FlightColumns; readonly creatives: ProposedCreatives };

/** Whether an identical proposal is already waiting. */
export function isProposed(row: Pick<FlightRow, 'proposal_fields'>, { columns, creatives }: Proposed): boolean {
  const text = (proposed: object) =>
    JSON.stringify(Object.entries(proposed).sort(([one], [other]) => (one < other ? -1 : 1)));
  return text(proposedColumns(row)) === text(columns) && text(proposedCreatives(row)) === text(creatives);
}

type Tx = Parameters<typeof putProposal>[0];

/** Replaces the stored proposal, or removes it if the new one is empty. Returns whether there is a proposal. */
export async function storeProposal(
  tx: Tx,
  flightId: string,
  { columns, creatives }: Proposed,
  { author, at }: { readonly author: Author; readonly at: number },
): Promise<boolean> {
  const hasCreatives = creatives.added.length + creatives.removed.length > 0;
  if (!hasCreatives && Object.keys(columns).length === 0) {
    await removeProposal(tx, flightId);
    return false;
  }
  const fields = JSON.stringify(hasCreatives ? { ...columns, creatives } : columns);
  const { actor: by, actorId } = author;
  await putProposal(tx, { flight_id: flightId, fields, made_at: at, made_by: by, made_by_id: actorId });
  return true;
}

const namesOf = (rows: readonly CreativeRow[]): string =>
  rows.map(({ name, duration_seconds: seconds }) => `${name} (${seconds} s)`).join(', ');

/**
 * Finds a flight's current creatives, the creatives that its proposal adds, and the creatives after approval of the
 * proposal.
 */
export async function creativesAround(accounts: AccountsDb, row: FlightRow) {
  const { added, removed } = proposedCreatives(row);
  const now = await findCreativesOf(accounts, row.id);
  const coming = added.length === 0 ? [] : await findProposedCreatives(accounts, row.id, added);
  return { now, coming, next: [...now.filter(({ id }) => !removed.includes(id)), ...coming] };
}

/**
 * Returns the proposed changes as people read them. `columns` are all proposed columns, or those that still differ.
 * Changes to creatives are included.
 */
export async function proposedChanges(
  accounts: AccountsDb,
  row: FlightRow,
  zone: string,
  columns = proposedColumns(row),
): Promise<FieldChange[]> {
  const { added, removed } = proposedCreatives(row);
  const fields = changesOf(row, columns, zone);
  if (added.length + removed.length === 0) return fields;
  const { now, next } = await creativesAround(accounts, row);
  return [...fields, { field: 'creatives', before: namesOf(now), after: namesOf(next) }];
}

/** Returns the proposal in the form that callers who can see the flight receive. */
export async function shownProposal(accounts: AccountsDb, row: FlightRow, zone: string): Promise<Proposal | null> {
  if (row.proposal_id === null) return null;
  const { coming } = await creativesAround(accounts, row);
  return {
    id: row.proposal_id,
    at: new Date(row.proposal_at ?? 0).toISOString(),
    by: row.proposal_by ?? '',
    changes: await proposedChanges(accounts, row, zone),
    creatives_added: await shownCreatives(accounts, coming),
    creatives_removed: [...proposedCreatives(row).removed],
  };
}

const hasPicture = (rows: readonly CreativeRow[]): boolean => rows.some(({ file_hash: file }) => file !== null);

/**
 * Throws if an approved flight would lose its last picture, because an incomplete flight never runs. Flights from older
 * imports have no picture.
 */
export function refuseWithoutPicture(before: readonly CreativeRow[], after: readonly CreativeRow[]): void {
  if (!hasPicture(before) || hasPicture(after)) return;
  throw new FieldError(
    { creatives: 'An approved flight needs at least one creative. Add another one first.' },
    'conflict',
  );
}

/** Applies the creatives in an approved proposal. */
export async function takeProposedCreatives(tx: Tx, row: FlightRow, nowMs: number): Promise<void> {
  const { added, removed } = proposedCreatives(row);
  if (added.length + removed.length === 0) return;
  const { now, next } = await creativesAround(tx, row);
  refuseWithoutPicture(now, next);
  await bringBackCreatives(tx, row.id, added, nowMs);
  for (const { id } of now.filter((one) => removed.includes(one.id))) await removeCreativeRow(tx, id, nowMs);
}
