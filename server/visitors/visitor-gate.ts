import { createHmac, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type EventsDb, NothingStoredError, type StoredEvent } from '#event-store/event-store.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { decideFact, readFact, renewFact } from '../databases/accounts/installation-facts.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { awaitLostInserts } from '../inserts/running-inserts.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import { forgottenBefore } from './visitors-known-from.ts';
import * as queries from './visitors-queries.ts';

export const NO_FINGERPRINT = '0'.repeat(32);
/** How many earlier versions of the list running inserts may still use. */
const VERSIONS_BACK = 16;

/**
 * The gate that every insert of events passes. It removes visitor data from rows of erased visitors, and from rows
 * older than the retention for such data. So a late event does not restore an erased visitor, and no event is lost.
 */
export type VisitorGate = {
  /**
   * Passes the rows to `store`. If several processes insert, `tx` is the transaction that holds the locks of the insert.
   * It also holds the list, so that an erasure which waits for lost inserts waits for this one too.
   */
  insert<Row extends StoredEvent>(
    rows: readonly Row[],
    store: (rows: readonly Row[]) => Promise<void>,
    tx: Transaction<AccountsSchema> | null,
  ): Promise<void>;
  /**
   * Erases a visitor from now on. When it resolves, no process stores unmodified rows of the visitor, and inserts that
   * were running have ended, with or without their locks.
   */
  erase(fingerprint: string): Promise<void>;
  /**
   * Re-encrypts the list's salts if an older key encrypted them. Returns false if a part of the list is unreadable,
   * because its session secret is no longer configured.
   */
  keepReadable(): Promise<boolean>;
};

type GateNeeds = {
  readonly accounts: AccountsDb;
  readonly config: Pick<Config, 'keys' | 'visitorDataDays'>;
  readonly now: () => number;
  /** The store of the rows, if other processes may insert as well, that is, if both stores are servers. */
  readonly shared: Pick<EventsDb, 'hasInsertEnded'> | null;
};

type List = { readonly version: number; readonly has: (fingerprint: string) => boolean };
const NOBODY: List['has'] = () => false;

export function createVisitorGate({ accounts, config, now, shared }: GateNeeds): VisitorGate {
  const box = createSecretBox(config, 'visitors');
  const running = new Set<Promise<unknown>>();
  let list: List | null = null;

  /** Decrypts the salts. A salt whose key is lost stays, because the key may come back. */
  async function saltsIn(db: AccountsDb): Promise<{ sealed: string[]; open: Buffer[] }> {
    const sealed = ((await readFact(db, 'visitor-salt')) ?? '').split(' ').filter(Boolean);
    const open = sealed.flatMap((each) => {
      const text = box.open(each);
      return text === null ? [] : [Buffer.from(text, 'base64url')];
    });
    return { sealed, open };
  }

  async function saltForNew(): Promise<Buffer> {
    const { sealed, open } = await saltsIn(accounts);
    if (open[0] !== undefined) return open[0];
    const made = box.seal(randomBytes(32).toString('base64url'));
    if (sealed.length === 0) await decideFact(accounts, 'visitor-salt', made);
    else await renewFact(accounts, 'visitor-salt', [made, ...sealed].join(' '));
    return saltForNew();
  }

  const hashOf = (salt: Buffer, fingerprint: string) =>
    createHmac('sha256', salt).update(fingerprint.toLowerCase()).digest('base64url');

  async function current(db: AccountsDb): Promise<List> {
    const version = await queries.readListVersion(db);
    if (list?.version === version) return list;
    const hashes = new Set(await queries.findErasedHashes(db));
    const { open } = hashes.size === 0 ? { open: [] } : await saltsIn(db);
    const has: List['has'] = (fingerprint) => open.some((salt) => hashes.has(hashOf(salt, fingerprint)));
    list = { version, has: open.length === 0 ? NOBODY : has };
    return list;
  }

  /** Returns the list, which stays valid until the transaction ends. A process that changes it waits for that. */
  async function heldList(tx: AccountsDb): Promise<List> {
    for (;;) {
      const { version } = await current(tx);
      await queries.lockVersionShared(tx, version);
      const held = await current(tx);
      if (held.version === version) return held;
    }
  }

  function stripped<Row extends StoredEvent>(rows: readonly Row[], { has }: List): readonly Row[] {
    const beforeMs = forgottenBefore(config.visitorDataDays, now()) ?? Number.NEGATIVE_INFINITY;
    const isErased = ({ fingerprint }: Row) => has !== NOBODY && fingerprint !== NO_FINGERPRINT && has(fingerprint);
    return rows.map((row) =>
      row.timestampMs < beforeMs || isErased(row)
        ? { ...row, fingerprint: NO_FINGERPRINT, ip: '::', cryptic: '' }
        : row,
    );
  }

  async function listFor(tx: AccountsDb | null): Promise<List> {
    try {
      return tx === null ? await current(accounts) : await heldList(tx);
    } catch (cause) {
      // The rows are not the problem, so the same batch may succeed in a moment.
      throw new NothingStoredError('The list of erased visitors can’t be read.', { cause });
    }
  }

  return {
    insert: async (rows, store, tx) => {
      // Recorded before the list is read, so that an erasure unknown to this insert waits for it.
      const run = listFor(tx).then((known) => store(stripped(rows, known)));
      const noted = run.catch(() => undefined);
      running.add(noted);
      try {
        await run;
      } finally {
        running.delete(noted);
      }
    },
    erase: async (fingerprint) => {
      const since = await queries.storeErased(accounts, hashOf(await saltForNew(), fingerprint), now());
      if (shared === null) return void (await Promise.all(running));
      await queries.awaitVersions(accounts, Math.max(0, since - VERSIONS_BACK), since - 1);
      // An insert can outlive the transaction that registered its version of the list.
      await awaitLostInserts({ accounts, events: shared });
    },
    keepReadable: async () => {
      const { sealed, open } = await saltsIn(accounts);
      const isWhole = open.length === sealed.length;
      if (isWhole && sealed.some((salt) => !salt.startsWith(box.prefix())))
        await renewFact(accounts, 'visitor-salt', open.map((salt) => box.seal(salt.toString('base64url'))).join(' '));
      return isWhole;
    },
  };
}
