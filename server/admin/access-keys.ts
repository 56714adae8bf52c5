import { shownEui } from '#domain/eui.ts';
import { createAccessKey } from '../access-key.ts';
import { shownInstant } from '../read-instant.ts';
import { findKeysByPrefix, insertAccessKey, listAccessKeys, revokeAccessKey } from './access-key-queries.ts';
import { audit } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { findCustomer, findOutlet } from './lookup-queries.ts';

type KeyOrder = { readonly eui?: string; readonly customer?: string; readonly label?: string };

/** Makes a key of an outlet, or of a gateway that reports for all outlets of a customer. Prints it once; only its hash is stored. */
export async function issueKey(context: AdminContext, { eui, customer, label = '' }: KeyOrder): Promise<string> {
  if ((eui === undefined) === (customer === undefined)) {
    throw new AdminError('Give either --eui (key of one outlet) or --customer (gateway key for its outlets).');
  }
  const { accounts, now, print } = context;
  const outlet = eui === undefined ? null : await findOutlet(accounts, eui);
  const owner = customer === undefined ? null : await findCustomer(accounts, customer);
  if (owner?.kind === 'advertiser') throw new AdminError(`'${owner.name}' is an advertiser and has no outlets.`);
  const { key, hash, prefix } = createAccessKey();
  const subject = outlet === null ? `gateway of ${owner?.name ?? ''}` : `outlet ${shownEui(outlet.eui)}`;
  await accounts.transaction().execute(async (tx) => {
    const of = { outlet_id: outlet?.id ?? null, customer_id: owner?.id ?? null };
    await insertAccessKey(tx, { key_hash: hash, prefix, ...of, label, created_at: now() });
    await audit(tx, { at: now(), action: 'key.issued', subject, detail: { prefix, label } });
  });
  print(`Key of the ${subject}, shown only now: send it as "Authorization: Bearer <key>".`);
  print(key);
  return key;
}

/** Ends a key at once, found by the first characters that `list-keys` shows. */
export async function revokeKey(context: AdminContext, prefix: string): Promise<void> {
  const { accounts, now, print } = context;
  const keys = await findKeysByPrefix(accounts, prefix.slice(0, 10));
  const [key, ...others] = keys.filter((each) => each.revoked_at === null);
  if (key === undefined) {
    const known = keys.length > 0 ? 'is revoked already' : 'belongs to no key; see list-keys';
    throw new AdminError(`'${prefix}' ${known}.`);
  }
  if (others.length > 0) throw new AdminError(`'${prefix}' fits ${others.length + 1} keys; revoke none by guess.`);
  await accounts.transaction().execute(async (tx) => {
    await revokeAccessKey(tx, key.id, now());
    await audit(tx, { at: now(), action: 'key.revoked', subject: prefix, detail: {} });
  });
  print(`Revoked ${prefix}; its outlets are refused from the next call on.`);
}

export async function listKeys({ accounts, config, print }: AdminContext): Promise<void> {
  const keys = await listAccessKeys(accounts);
  const shown = (instant: number | null): string =>
    instant === null ? '-' : shownInstant(instant, config.networkTimeZone);
  for (const key of keys) {
    const subject = key.eui === null ? `gateway  ${key.customer ?? ''}` : `outlet   ${shownEui(key.eui)}`;
    const state = key.revoked_at === null ? `last used ${shown(key.last_used_at)}` : `revoked ${shown(key.revoked_at)}`;
    print(
      `${key.prefix}  ${subject}  made ${shown(key.created_at)}  ${state}${key.label === '' ? '' : `  ${key.label}`}`,
    );
  }
  if (keys.length === 0) print('No keys yet; make one with issue-key.');
}
