import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { v7 as newId } from 'uuid';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { AuditStreamSettings, AuditStreamTarget } from '../config/audit-stream-settings.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { CHAIN_START } from '../databases/accounts/audit-chain.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { postOutside } from '../lib/post-outside.ts';
import { signatureOf } from '../lib/sign-body.ts';
import type { AuditRow } from './stream-queries.ts';
import * as queries from './stream-queries.ts';

/**
 * How long a process leases the stream, which is longer than any batch takes. When the lease expires, another process
 * continues.
 */
const LEASE_MS = MINUTE_MS;
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
const MOST_ENTRIES = 500;
const MOST_BYTES = 256 * 1_024;
const MOST_DOUBLINGS = 10;

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: { readonly auditStream: AuditStreamSettings; readonly publicUrl: string };
  /** Returns the time on the clock that all processes share. */
  readonly time: () => Promise<number>;
  /** Called for each failed attempt. */
  readonly failed?: (reason: string) => void;
};

export type AuditStream = {
  /**
   * Sends the waiting entries unless another process is sending. Stops when no entries are left, or at the first
   * failure.
   */
  runNow(): Promise<void>;
};

/**
 * Sends the audit log to the receiver in order, each entry at least once (docs/threat-model.md#audit-stream).
 * 1. One process leases the cursor row.
 * 2. That process sends the entries after the cursor as a signed batch, each with its ID and hashes.
 * 3. When the receiver has confirmed the entries, the process moves the cursor. If the process dies before that, the
 * batch is sent again.
 * 4. After a failure, the process waits, longer each time, and sends a smaller batch. No entry is ever skipped.
 */
export function createAuditStream({ accounts, config, time, failed }: Needs): AuditStream {
  const { target, secret, ca } = config.auditStream;
  const host = new URL(config.publicUrl).hostname;
  const holder = newId();

  async function deliver(entries: readonly StreamedEntry[], nowMs: number): Promise<string | null> {
    if (target.kind === 'syslog')
      return sendSyslog(
        target,
        entries.map((entry) => syslogFrame(entry, { host, secret, nowMs })),
        ca,
      );
    const body = JSON.stringify({ entries });
    return postOutside(target.url, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Voltboard',
        'voltboard-call': newId(),
        'voltboard-signature': signatureOf(secret, body, nowMs),
      },
      allowPrivate: true,
      operator: { ca },
    });
  }

  async function runNow(): Promise<void> {
    const at = await time();
    let cursor = await queries.leaseStream(accounts, { holder, at, until: at + LEASE_MS });
    if (cursor === undefined) return;
    const installation = (await readFact(accounts, 'installation')) ?? '';
    while (cursor !== undefined) {
      const { delivered_seq: before, attempts, failing_since: since } = cursor;
      const limit = Math.max(1, MOST_ENTRIES >> Math.min(attempts, MOST_DOUBLINGS));
      const rows = await queries.findEntriesFrom(accounts, before, limit + 1);
      const entries = bounded(streamedEntries(installation, rows, before).slice(0, limit));
      const last = entries.at(-1);
      if (last === undefined) return queries.leaveStream(accounts, holder);
      const reason = await deliver(entries, await time());
      const nowMs = await time();
      if (reason !== null) {
        failed?.(reason);
        const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, MOST_DOUBLINGS));
        const nextAt = nowMs + waitMs;
        return queries.noteFailure(accounts, { holder, nextAt, since: since ?? nowMs, reason });
      }
      const progress = { holder, before, after: last.seq, at: nowMs };
      cursor = await queries.advanceCursor(accounts, progress, nowMs + LEASE_MS);
    }
    // A command has moved the cursor, so the next run starts at its new position.
    await queries.leaveStream(accounts, holder);
  }

  return { runNow };
}

/** Returns as many entries as fit in one call, and at least one. */
function bounded(entries: readonly StreamedEntry[]): readonly StreamedEntry[] {
  let bytes = 0;
  const fits = entries.findIndex((entry, at) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return at > 0 && bytes > MOST_BYTES;
  });
  return fits === -1 ? entries : entries.slice(0, fits);
}

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;
/**
 * The structured data ID, with the enterprise number that RFC 5612 reserves for examples, because the product has no
 * number.
 */
const ELEMENT = 'voltboard@32473';
const MESSAGE_ID_LENGTH = 32;

type Signed = { readonly host: string; readonly secret: string; readonly nowMs: number };

/**
 * Formats an entry as an RFC 5424 message with octet-counting framing (RFC 6587, RFC 5425). The text is the entry as
 * ASCII JSON. The structured data contains a signature of the text, made like the signature of a webhook body.
 */
function syslogFrame(entry: StreamedEntry, { host, secret, nowMs }: Signed): string {
  const text = asciiJson(entry);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signatureOf(secret, text, nowMs)) ?? [];
  const data = structured({ id: entry.id, seq: String(entry.seq), hash: entry.hash, t, v1 });
  const name = entry.action.replace(/[^\x21-\x7e]/g, '').slice(0, MESSAGE_ID_LENGTH) || '-';
  const message = `<${PRIORITY}>1 ${entry.at} ${host} voltboard - ${name} ${data} ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

const structured = (params: Readonly<Record<string, string>>): string =>
  `[${ELEMENT}${Object.entries(params)
    .map(([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`)
    .join('')}]`;

/**
 * Serializes to ASCII-only JSON. In syslog, non-ASCII text would have to begin with a byte order mark, which many
 * receivers treat as text.
 */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const PATIENCE_MS = 20 * SECOND_MS;
/**
 * How long the connection stays open after the last message: longer than a round trip, so that a receiver that closes
 * before reading is noticed.
 */
const SETTLE_MS = 250;

type SyslogTarget = Extract<AuditStreamTarget, { kind: 'syslog' }>;

/**
 * Sends messages over a new connection. Returns null once the receiver has read the messages, otherwise the reason for
 * the failure. Syslog has no acknowledgments, so:
 * 1. Write everything, and keep the connection open briefly. A receiver that closes the connection now has not read
 * everything.
 * 2. Then close this side. A receiver closes its side after reading to the end. If it stops earlier, the network
 * reports a reset.
 */
async function sendSyslog(
  { host, port, isEncrypted }: SyslogTarget,
  frames: readonly string[],
  ca: string | null,
): Promise<string | null> {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket: Socket = isEncrypted
    ? connectSecurely({ host, port, ...servername, ...(ca === null ? {} : { ca }) })
    : connectPlainly({ host, port });
  let failure: string | null = null;
  let hasEnded = false;
  const over = new Promise<void>((resolve) => {
    const fail = (reason: string) => {
      failure ??= reason;
      socket.destroy();
      resolve();
    };
    socket.setTimeout(PATIENCE_MS, () => fail('The receiver did not answer within 20 seconds.'));
    socket.on('error', (error) => fail(`The connection failed: ${error.message}.`));
    socket.on('end', () => {
      if (!hasEnded) fail('The receiver closed the connection before it read everything.');
      else resolve();
    });
    socket.on('close', () => fail('The receiver closed the connection.'));
    // Read and discard the receiver's data: the end of the stream is only visible after all data was read.
    socket.resume();
  });
  const sent = new Promise<void>((resolve) => {
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => socket.write(frames.join(''), () => resolve()));
  });
  await Promise.race([over, sent.then(() => pause(SETTLE_MS))]);
  if (failure === null) {
    hasEnded = true;
    socket.end();
    await over;
  }
  const reason = failure;
  failure = reason ?? '';
  socket.destroy();
  return reason;
}

/**
 * An entry as sent to the receiver. Its hash is SHA-256 over `previous_hash` and the other fields (`audit-chain.ts`).
 */
export type StreamedEntry = {
  /**
   * An ID that stays the same in repeated deliveries. If the log is restored from a backup and continued, new entries
   * have different IDs.
   */
  readonly id: string;
  readonly installation: string;
  readonly seq: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** JSON text, exactly as it was hashed. */
  readonly detail: string;
  readonly ip: string;
  /** Null if the previous entry is missing from the log. */
  readonly previous_hash: string | null;
  readonly hash: string;
};

const HASH_IN_ID = 16;

/**
 * Converts the entries after `seq` in `rows`, which are in order. The first row may be the last delivered entry,
 * because the next entry needs its hash.
 */
function streamedEntries(installation: string, rows: readonly AuditRow[], seq: number): readonly StreamedEntry[] {
  return rows.flatMap((row, at) => {
    if (row.seq <= seq) return [];
    const before = rows[at - 1];
    const previous = before?.seq === row.seq - 1 ? before.hash : null;
    return [
      {
        id: `${installation}-${row.seq}-${row.hash.slice(0, HASH_IN_ID)}`,
        installation,
        seq: row.seq,
        at: new Date(row.at).toISOString(),
        actor_id: row.actor_id,
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        detail: row.detail,
        ip: row.ip,
        previous_hash: row.seq === 1 ? CHAIN_START : previous,
        hash: row.hash,
      },
    ];
  });
}
