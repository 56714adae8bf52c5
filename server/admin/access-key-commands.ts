import { HOUR_MS } from '#domain/durations.ts';
import { shownEui } from '#domain/eui.ts';
import { shownInstant } from '../lib/read-instant.ts';
import { findKeysByPrefix, type KeyRow, listAccessKeys } from '../network/access-key-queries.ts';
import { issueAccessKey, isWorking, revokeAccessKey, rotateAccessKey } from '../network/change-access-keys.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { findCustomer, findOutlet } from './lookup-queries.ts';

type KeyOrder = { readonly eui?: string; readonly customer?: string; readonly label?: string };

/**
 * Creates a key for an outlet, or for a gateway that reports for all of a customer's outlets. Prints the key once; only
 * its hash is stored.
 */
export async function issueKey(context: AdminContext, { eui, customer, label = '' }: KeyOrder): Promise<string> {
  if ((eui === undefined) === (customer === undefined)) {
    throw new AdminError('Specify either --eui (key for one outlet) or --customer (gateway key for its outlets).');
  }
  const { accounts, print } = context;
  const owner =
    eui === undefined
      ? { customerId: (await findCustomer(accounts, customer ?? '')).id }
      : { outletId: (await findOutlet(accounts, eui)).id };
  const { key, subject } = await issueAccessKey(asCommandLine(context), owner, label);
  print(`Access key for ${subject}, shown only once. Send it as "Authorization: Bearer <key>".`);
  print(key);
  return key;
}

/** Creates a successor for the key with this prefix. The old key stays valid for `overlapHours`. */
export async function rotateKey(context: AdminContext, prefix: string, overlapHours: number): Promise<void> {
  const { config, print } = context;
  const { id } = await workingKey(context, prefix);
  const rotated = await rotateAccessKey(asCommandLine(context), id, overlapHours * HOUR_MS);
  const ends = shownInstant(rotated.previousEndsMs, config.networkTimeZone);
  print(`${rotated.previous.prefix} works until ${ends}. The new key, shown only once:`);
  print(rotated.key);
}

/** Revokes a key immediately. `prefix` is the start of the key, as `list-keys` shows it. */
export async function revokeKey(context: AdminContext, prefix: string): Promise<void> {
  const { id } = await workingKey(context, prefix);
  await revokeAccessKey(asCommandLine(context), id);
  context.print(`Revoked ${prefix}. Calls with this key are refused from now on.`);
}

async function workingKey({ accounts, now }: AdminContext, prefix: string): Promise<KeyRow> {
  const keys = await findKeysByPrefix(accounts, prefix.slice(0, 10));
  const [key, ...others] = keys.filter((each) => isWorking(each, now()));
  if (key === undefined) {
    const known = keys.length > 0 ? 'is already revoked' : 'matches no key; see list-keys';
    throw new AdminError(`'${prefix}' ${known}.`);
  }
  if (others.length > 0) throw new AdminError(`'${prefix}' matches ${others.length + 1} keys. Enter more characters.`);
  return key;
}

export async function listKeys({ accounts, config, now, print }: AdminContext): Promise<void> {
  const keys = await listAccessKeys(accounts);
  const shown = (instant: number | null): string =>
    instant === null ? '-' : shownInstant(instant, config.networkTimeZone);
  for (const key of keys) {
    const subject = key.eui === null ? `gateway  ${key.customer ?? ''}` : `outlet   ${shownEui(key.eui)}`;
    const end = key.expires_at === null ? '' : `  ${isWorking(key, now()) ? 'ends' : 'ended'} ${shown(key.expires_at)}`;
    const state =
      key.revoked_at === null ? `last used ${shown(key.last_used_at)}${end}` : `revoked ${shown(key.revoked_at)}`;
    print(
      `${key.prefix}  ${subject}  created ${shown(key.created_at)}  ${state}${key.label === '' ? '' : `  ${key.label}`}`,
    );
  }
  if (keys.length === 0) print('No access keys yet. Create one with issue-key.');
}
