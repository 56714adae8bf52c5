import type { AccessKey } from '#contract/access-keys.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { shownEui } from '#domain/eui.ts';
import type { ChangeContext } from '../administration/change-context.ts';
import { insertWithAudit, type NewTurn } from '../administration/insert-with-audit.ts';
import { type Noted, type UpdateContext, updateWithVersion } from '../administration/optimistic-lock.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { createAccessKey } from './access-key.ts';
import {
  findCustomerOfKey,
  findKeyById,
  findOutletOfKey,
  insertAccessKey,
  type KeyRow,
  limitKeysOf,
  setKeyExpiry,
  setKeyRevoked,
} from './access-key-queries.ts';

/** The ID of the outlet or customer to which a key belongs. */
export type KeyOwner = { readonly outletId: string } | { readonly customerId: string };

/**
 * Creates a key for an outlet, or for a gateway that reports for all of a customer's outlets. `key` is shown once and
 * never stored.
 */
export const issueAccessKey = (context: ChangeContext, owner: KeyOwner, label: string): Promise<IssuedKey> =>
  insertWithAudit(context, (turn) => issueKeyWithin(turn, owner, label));

type IssuedKey = { readonly key: string; readonly prefix: string; readonly subject: string };

/** Like `issueAccessKey`, but within a transaction that also creates other rows. */
export async function issueKeyWithin({ tx, nowMs, note }: NewTurn, owner: KeyOwner, label: string): Promise<IssuedKey> {
  const { subject, of } = await ownerOf(tx, owner);
  const { key, hash, prefix } = createAccessKey();
  await insertAccessKey(tx, { key_hash: hash, prefix, ...of, label, created_at: nowMs });
  await note({ action: 'key.issued', subject, detail: { prefix, label } });
  return { key, prefix, subject };
}

async function ownerOf(accounts: AccountsDb, owner: KeyOwner) {
  if ('outletId' in owner) {
    const outlet = await findOutletOfKey(accounts, owner.outletId);
    if (outlet === undefined) throw new AppError('not-found', 'Outlet not found.');
    const name = shownEui(outlet.eui);
    if (outlet.retired_at !== null)
      throw new AppError('conflict', `The outlet ${name} is retired and can’t have an access key.`);
    return { subject: `outlet ${name}`, of: { outlet_id: outlet.id, customer_id: null } };
  }
  const customer = await findCustomerOfKey(accounts, owner.customerId);
  if (customer === undefined) throw new AppError('not-found', 'Customer not found.');
  if (customer.kind === 'advertiser')
    throw new AppError('conflict', `'${customer.name}' is an advertiser and has no outlets.`);
  if (customer.deleted_at !== null)
    throw new AppError('conflict', `'${customer.name}' is retired and can’t have an access key.`);
  return { subject: `gateway of ${customer.name}`, of: { outlet_id: null, customer_id: customer.id } };
}

const subjectOf = ({ eui, customer }: KeyRow): string =>
  eui === null ? `gateway of ${customer ?? ''}` : `outlet ${shownEui(eui)}`;

type Rotated = { key: string; prefix: string; previous: KeyRow; previousEndsMs: number };

/**
 * Creates a successor to a key. The old key works during the overlap, so that outlets can switch without an
 * interruption.
 */
export async function rotateAccessKey(context: ChangeContext, id: string, overlapMs: number): Promise<Rotated> {
  const { key, hash, prefix } = createAccessKey();
  let rotated: Rotated | undefined;
  await changeKey(context, id, async ({ tx, stored: previous, nowMs }) => {
    const { outlet_id, customer_id, label } = previous;
    await ownerOf(tx, outlet_id === null ? { customerId: customer_id ?? '' } : { outletId: outlet_id });
    const previousEndsMs = Math.min(nowMs + overlapMs, previous.expires_at ?? Number.POSITIVE_INFINITY);
    await insertAccessKey(tx, { key_hash: hash, prefix, outlet_id, customer_id, label, created_at: nowMs });
    if (previousEndsMs === nowMs) await setKeyRevoked(tx, id, nowMs);
    else await setKeyExpiry(tx, id, previousEndsMs);
    rotated = { key, prefix, previous, previousEndsMs };
    const ends = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
    const detail = {
      prefix: { before: previous.prefix, after: prefix },
      previous_ends_at: { before: ends(previous.expires_at), after: ends(previousEndsMs) },
    };
    return { action: 'key.rotated', subject: subjectOf(previous), detail };
  });
  if (rotated === undefined) throw new Error('a key was rotated without a successor');
  return rotated;
}

/** Revokes a key immediately. */
export async function revokeAccessKey(context: ChangeContext, id: string): Promise<KeyRow> {
  let revoked: KeyRow | undefined;
  await changeKey(context, id, async ({ tx, stored: key, nowMs }) => {
    await setKeyRevoked(tx, id, nowMs);
    revoked = { ...key, revoked_at: nowMs };
    return { action: 'key.revoked', subject: subjectOf(key), detail: { prefix: key.prefix, label: key.label } };
  });
  if (revoked === undefined) throw new Error('a key was revoked that is not there');
  return revoked;
}

/** Changes a key that still works. Of two concurrent changes, the second sees the result of the first. */
const changeKey = (context: ChangeContext, id: string, change: (turn: UpdateContext<KeyRow>) => Promise<Noted>) =>
  updateWithVersion(context, { table: 'access_keys', claim: { id }, read: findKeyById }, async (turn) => {
    if (isWorking(turn.stored, turn.nowMs)) return change(turn);
    throw new AppError('conflict', `The access key ${turn.stored.prefix}… has already expired or was revoked.`);
  });

export const isWorking = ({ revoked_at, expires_at }: KeyRow, nowMs: number): boolean =>
  revoked_at === null && (expires_at === null || expires_at > nowMs);

/**
 * Makes the keys of a retired outlet or customer expire `LATEST_DAYS_LATE` days after the retirement. Until then, late
 * events from before the retirement are accepted.
 */
export const endKeysAfterLateEvents = (
  accounts: AccountsDb,
  of: 'outlet_id' | 'customer_id',
  id: string,
  retiredMs: number,
): Promise<void> => limitKeysOf(accounts, of, id, retiredMs + LATEST_DAYS_LATE * DAY_MS);

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Returns a key in the format that the browser receives. */
export const shownKey = (key: KeyRow, nowMs: number): AccessKey => ({
  id: key.id,
  prefix: key.prefix,
  label: key.label,
  created_at: new Date(key.created_at).toISOString(),
  last_used_at: instant(key.last_used_at),
  ends_at: instant(key.expires_at),
  revoked_at: instant(key.revoked_at),
  status: statusOf(key, nowMs),
});

function statusOf(key: KeyRow, nowMs: number): AccessKey['status'] {
  if (key.revoked_at !== null) return 'revoked';
  if (!isWorking(key, nowMs)) return 'ended';
  return key.expires_at === null ? 'good' : 'ending';
}
