import type { Transaction } from 'kysely';
import type { AccessKey } from '#contract/access-keys.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { shownEui } from '#domain/eui.ts';
import type { ChangeContext } from '../administration/change-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
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

/** Whom a key is for, by id. */
export type KeyOwner = { readonly outletId: string } | { readonly customerId: string };

/** Makes a key of an outlet, or of a gateway that reports for all outlets of a customer. `key` is shown once and stored nowhere. */
export async function issueAccessKey(
  context: ChangeContext,
  owner: KeyOwner,
  label: string,
): Promise<{ key: string; prefix: string; subject: string }> {
  return context.accounts.transaction().execute((tx) => issueKeyWithin(tx, context, owner, label));
}

/** The same as a part of another change. */
export async function issueKeyWithin(
  tx: Transaction<AccountsSchema>,
  { now, author }: Pick<ChangeContext, 'now' | 'author'>,
  owner: KeyOwner,
  label: string,
): Promise<{ key: string; prefix: string; subject: string }> {
  const { subject, of } = await ownerOf(tx, owner);
  const { key, hash, prefix } = createAccessKey();
  await insertAccessKey(tx, { key_hash: hash, prefix, ...of, label, created_at: now() });
  await writeAudit(tx, { ...author, at: now(), action: 'key.issued', subject, detail: { prefix, label } });
  return { key, prefix, subject };
}

async function ownerOf(accounts: AccountsDb, owner: KeyOwner) {
  if ('outletId' in owner) {
    const outlet = await findOutletOfKey(accounts, owner.outletId);
    if (outlet === undefined) throw new AppError('not-found', 'There is no such outlet.');
    const name = shownEui(outlet.eui);
    if (outlet.retired_at !== null) throw new AppError('conflict', `The outlet ${name} is retired and gets no key.`);
    return { subject: `outlet ${name}`, of: { outlet_id: outlet.id, customer_id: null } };
  }
  const customer = await findCustomerOfKey(accounts, owner.customerId);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  if (customer.kind === 'advertiser')
    throw new AppError('conflict', `'${customer.name}' is an advertiser and has no outlets.`);
  if (customer.deleted_at !== null) throw new AppError('conflict', `'${customer.name}' is retired and gets no key.`);
  return { subject: `gateway of ${customer.name}`, of: { outlet_id: null, customer_id: customer.id } };
}

const subjectOf = ({ eui, customer }: KeyRow): string =>
  eui === null ? `gateway of ${customer ?? ''}` : `outlet ${shownEui(eui)}`;

/** A successor of a key. The old one works for the overlap, so that outlets can be told the new one without a gap. */
export async function rotateAccessKey(
  { accounts, now, author }: ChangeContext,
  id: string,
  overlapMs: number,
): Promise<{ key: string; prefix: string; previous: KeyRow; previousEndsMs: number }> {
  const { key, hash, prefix } = createAccessKey();
  const nowMs = now();
  return accounts.transaction().execute(async (tx) => {
    const previous = await workingKey(tx, id, nowMs);
    const { outlet_id, customer_id, label } = previous;
    await ownerOf(tx, outlet_id === null ? { customerId: customer_id ?? '' } : { outletId: outlet_id });
    const previousEndsMs = Math.min(nowMs + overlapMs, previous.expires_at ?? Number.POSITIVE_INFINITY);
    await insertAccessKey(tx, { key_hash: hash, prefix, outlet_id, customer_id, label, created_at: nowMs });
    if (previousEndsMs === nowMs) await setKeyRevoked(tx, id, nowMs);
    else await setKeyExpiry(tx, id, previousEndsMs);
    const ends = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());
    const detail = {
      prefix: { before: previous.prefix, after: prefix },
      previous_ends_at: { before: ends(previous.expires_at), after: ends(previousEndsMs) },
    };
    await writeAudit(tx, { ...author, at: nowMs, action: 'key.rotated', subject: subjectOf(previous), detail });
    return { key, prefix, previous, previousEndsMs };
  });
}

/** Ends a key at once. */
export async function revokeAccessKey({ accounts, now, author }: ChangeContext, id: string): Promise<KeyRow> {
  const nowMs = now();
  return accounts.transaction().execute(async (tx) => {
    const key = await workingKey(tx, id, nowMs);
    await setKeyRevoked(tx, id, nowMs);
    const detail = { prefix: key.prefix, label: key.label };
    await writeAudit(tx, { ...author, at: nowMs, action: 'key.revoked', subject: subjectOf(key), detail });
    return { ...key, revoked_at: nowMs };
  });
}

async function workingKey(accounts: AccountsDb, id: string, nowMs: number): Promise<KeyRow> {
  const key = await findKeyById(accounts, id);
  if (key === undefined) throw new AppError('not-found', 'There is no such key.');
  if (isWorking(key, nowMs)) return key;
  throw new AppError('conflict', `The key ${key.prefix}… has ended already.`);
}

export const isWorking = ({ revoked_at, expires_at }: KeyRow, nowMs: number): boolean =>
  revoked_at === null && (expires_at === null || expires_at > nowMs);

/** When a retired outlet's or customer's keys end: late events of before the retirement still get through. */
export const endKeysAfterLateEvents = (
  accounts: AccountsDb,
  of: 'outlet_id' | 'customer_id',
  id: string,
  retiredMs: number,
): Promise<void> => limitKeysOf(accounts, of, id, retiredMs + LATEST_DAYS_LATE * DAY_MS);

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A key as the browser gets it. */
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
