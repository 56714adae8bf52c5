import { RESTORABLE_DAYS } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { takeAuditTurn, writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { entryDigest } from '../databases/accounts/audit-chain.ts';
import { emptyLogPatiently } from '../databases/accounts/empty-log.ts';
import { type Addresses, addressesFrom } from './erased-addresses.ts';
import {
  allowRewriting,
  type Erasable,
  erasePersonalRows,
  findEntriesNaming,
  findEntriesOf,
  findErasable,
  findKeysOfOthers,
  findReportsOf,
  rewriteEntry,
  type StoredEntry,
} from './erasure-queries.ts';

/** How long a deleted account can be restored (docs/threat-model.md#g4). */
const KEPT_MS = RESTORABLE_DAYS * DAY_MS;
const AT_ONCE = 20;
const MOST_TRIES = 240;

/** Text that replaces a person's name or address in the audit log. */
const ERASED = 'erased';
/** Fields with personal data in the details of audit entries. */
const PERSONAL = /^(first_?name|last_?name|name|phone(_?number)?|e-?mail|ip|user_?agent)$/i;

/**
 * Erases the personal data of accounts that were deleted long enough ago. The row keeps its ID and role. Everything
 * that identifies the person is removed, including from the audit log. The erasure records in the log what it removed,
 * so that the log can still be verified.
 */
export async function eraseDeletedAccounts(accounts: AccountsDb, now: number): Promise<void> {
  let erased = 0;
  for (;;) {
    const users = await findErasable(accounts, now - KEPT_MS, AT_ONCE);
    for (const user of users) await accounts.transaction().execute((tx) => erase(tx, user, now));
    erased += users.length;
    if (users.length < AT_ONCE) break;
  }
  if (erased > 0 && !(await emptyLogPatiently(accounts, MOST_TRIES)))
    throw new Error('Another process prevents the log of the accounts store from being emptied.');
}

async function erase(tx: AccountsDb, user: Erasable, at: number): Promise<void> {
  // Lock the log, because entries that are being written would not be found.
  await takeAuditTurn(tx);
  const own = await findEntriesOf(tx, user.id);
  const all = addressesFrom([user.email, ...own.flatMap((entry) => addressesIn(entry, user.id))]);
  // An earlier address may now belong to another person, whose actions must not be attributed to this account.
  const taken = await findKeysOfOthers(tx, user.id, all.keys);
  const free = addressesFrom(all.forms.filter((form) => !taken.includes(emailKey(form) ?? '')));
  await erasePersonalRows(tx, user, free);
  const shared = await findReportsOf(tx, user.id);
  const rewritten: [number, string][] = [];
  await allowRewriting(tx, true);
  const rewrite = async (entry: StoredEntry, erased: StoredEntry) => {
    await rewriteEntry(tx, erased);
    rewritten.push([entry.seq, entryDigest(erased)]);
  };
  for (const entry of own) {
    const erased = withoutWords(withoutPerson(entry, user.id, all), user.id, shared);
    await rewrite(entry, withoutFile(erased, entry.actor_id === user.id || begunBy(entry, all)));
  }
  for (const entry of await findEntriesNaming(tx, user.id, free.forms)) {
    const texts = [entry.actor, entry.subject, entry.detail];
    if (texts.some(free.names))
      await rewrite(entry, withoutFile(withoutPerson(entry, user.id, free), begunBy(entry, free)));
  }
  await allowRewriting(tx, false);
  rewritten.sort(([one], [other]) => one - other);
  const entry = { at, actorId: null, actor: 'retention', action: 'user.erased', subject: user.id, ip: '' };
  await writeAudit(tx, { ...entry, detail: { id: user.id, rewritten } });
}

/**
 * Returns the addresses that the account had when the entry was written, and its addresses before and after the change
 * that the entry records.
 */
function addressesIn({ actor_id: actorId, actor, detail }: StoredEntry, id: string): string[] {
  const facts = JSON.parse(detail) as { readonly id?: unknown; readonly email?: unknown };
  const changed = facts.id === id && typeof facts.email === 'object' ? Object.values(facts.email ?? {}) : [];
  return [...(actorId === id ? [actor] : []), ...changed].filter(
    (text): text is string => typeof text === 'string' && emailKey(text) !== null,
  );
}

/** Removes titles of the person's notes, and of reports that no longer exist. */
function withoutWords(entry: StoredEntry, id: string, shared: readonly string[]): StoredEntry {
  const { mark, report } = JSON.parse(entry.detail) as { readonly mark?: string; readonly report?: string };
  const isGone = mark !== undefined || (report !== undefined && !shared.includes(report));
  return isGone && entry.actor_id === id && entry.action.startsWith('report.') ? { ...entry, subject: ERASED } : entry;
}

/** Matches actions whose entries contain the name of a file on a person's computer. */
const OF_FILES = /^(import\.|network\.imported-|users\.imported$)/;

const withoutFile = (entry: StoredEntry, isTheirs: boolean): StoredEntry =>
  isTheirs && OF_FILES.test(entry.action) ? { ...entry, subject: ERASED } : entry;

/** Returns whether the person began an import that another person ended. */
function begunBy({ detail }: StoredEntry, { names }: Addresses): boolean {
  const { begun_by: author } = JSON.parse(detail) as { readonly begun_by?: unknown };
  return typeof author === 'string' && names(author);
}

function withoutPerson(entry: StoredEntry, id: string, addresses: Addresses): StoredEntry {
  const isAbout = entry.actor_id === id || addresses.names(entry.subject) || entry.detail.includes(id);
  const text = (value: string) => addresses.without(value, ERASED);
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
