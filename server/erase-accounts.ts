import { takeAuditTurn, writeAudit } from './audit.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { entryDigest } from './databases/accounts/audit-chain.ts';
import {
  allowRewriting,
  type Erasable,
  erasePersonalRows,
  findEntriesAbout,
  findErasable,
  rewriteEntry,
  type StoredEntry,
} from './erasure-queries.ts';

const DAY_MS = 86_400_000;
/** A deleted account can be restored for so long (docs/threat-model.md#g4). */
const KEPT_MS = 30 * DAY_MS;
const AT_ONCE = 20;

/** What takes the place of a person in the audit log. */
const ERASED = 'erased';
/** Facts of a person, by their names in the details of entries. */
const PERSONAL = /^(first_?name|last_?name|name|phone(_?number)?|e-?mail|ip|user_?agent)$/i;

/**
 * Erases what is known of accounts that were deleted long enough ago: the row keeps its id and role, everything that names the
 * person is gone, in the audit log as well. What was taken out of the log is written into it, so that it can still be verified.
 */
export async function eraseDeletedAccounts(accounts: AccountsDb, now: number): Promise<void> {
  for (;;) {
    const users = await findErasable(accounts, now - KEPT_MS, AT_ONCE);
    for (const user of users) await accounts.transaction().execute((tx) => erase(tx, user, now));
    if (users.length < AT_ONCE) return;
  }
}

async function erase(tx: AccountsDb, user: Erasable, at: number): Promise<void> {
  // Alone with the log: entries that are being written would not be found.
  await takeAuditTurn(tx);
  await erasePersonalRows(tx, user);
  const rewritten: [number, string][] = [];
  await allowRewriting(tx, true);
  for (const entry of await findEntriesAbout(tx, user)) {
    const erased = withoutPerson(entry, user);
    await rewriteEntry(tx, erased);
    rewritten.push([entry.seq, entryDigest(erased)]);
  }
  await allowRewriting(tx, false);
  const entry = { at, actorId: null, actor: 'retention', action: 'user.erased', subject: user.id, ip: '' };
  await writeAudit(tx, { ...entry, detail: { id: user.id, rewritten } });
}

function withoutPerson(entry: StoredEntry, { id, email }: Erasable): StoredEntry {
  const isOwn = entry.actor_id === id;
  const isAbout = isOwn || entry.subject.toLowerCase() === email.toLowerCase() || entry.detail.includes(id);
  const text = (value: string) => replaceAll(value, email, ERASED);
  const detail: unknown = JSON.parse(entry.detail);
  return {
    ...entry,
    actor: text(entry.actor),
    subject: text(entry.subject),
    detail: text(JSON.stringify(isAbout ? withoutFacts(detail) : detail)),
    ip: isAbout ? '' : entry.ip,
  };
}

function withoutFacts(value: unknown, isPersonal = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutFacts(each, isPersonal));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withoutFacts(each, isPersonal || PERSONAL.test(name))]),
    );
  return isPersonal && typeof value === 'string' && value !== '' ? ERASED : value;
}

/** Whatever the case of its letters. */
const replaceAll = (text: string, what: string, by: string): string =>
  what === '' ? text : text.replace(new RegExp(what.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), by);
