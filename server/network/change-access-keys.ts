import type { AccessKey } from '#contract/access-keys.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { shownEui } from '#domain/eui.ts';
import type { ChangeContext } from '../administration/change-context.ts';
import { type ChangeTurn, changeStored, type Noted } from '../administration/change-stored.ts';
import { type NewTurn, storeNew } from '../administration/store-new.ts';
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

/** Whom a key is for, by id. */
export type KeyOwner = { readonly outletId: string } | { readonly customerId: string };

/** Makes a key of an outlet, or of a gateway that reports for all outlets of a customer. `key` is shown once and stored nowhere. */
export const issueAccessKey = (context: ChangeContext, owner: KeyOwner, label: string): Promise<IssuedKey> =>
  storeNew(context, (turn) => issueKeyWithin(turn, owner, label));

type IssuedKey = { readonly key: string; readonly prefix: string; readonly subject: string };

/** The same with other things that are made. */
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

type Rotated = { key: string; prefix: string; previous: KeyRow; previousEndsMs: number };

/** A successor of a key. The old one works for the overlap, so that outlets can be told the new one without a gap. */
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

/** Ends a key at once. */
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

/** A key that still works, changed: of two who change it at once the second sees what the first made of it. */
const changeKey = (context: ChangeContext, id: string, change: (turn: ChangeTurn<KeyRow>) => Promise<Noted>) =>
  changeStored(context, { table: 'access_keys', claim: { id }, read: findKeyById }, async (turn) => {
    if (isWorking(turn.stored, turn.nowMs)) return change(turn);
    throw new AppError('conflict', `The key ${turn.stored.prefix}… has ended already.`);
  });

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
