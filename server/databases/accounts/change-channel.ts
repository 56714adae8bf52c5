import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { AccountsDb } from './accounts-db.ts';

const CONNECT_MS = 3_000;
/** How long a listener may receive nothing before it checks whether its connection is still alive. */
const ASK_EVERY_MS = 5_000;
const AGAIN_AFTER_MS = 250;

/**
 * The channel name, which is unique per installation, because another installation may use another schema in the same
 * database.
 */
const CHANNEL = `'voltboard_' || md5(current_schema())`;

/**
 * Publishes texts to all processes, including this process, and returns the number of the change. Texts from one call
 * arrive together, and calls arrive in the order of their numbers, because the counter row is locked until its texts
 * are sent. A text can have up to about 7,900 bytes.
 */
export async function tellProcesses(accounts: AccountsDb, texts: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    with raised as (
      update settings set value = cast(cast(value as bigint) + 1 as text) where name = 'event_changes' returning value
    ), told as (
      select raised.value, pg_notify(${sql.raw(CHANNEL)}, raised.value || ' ' || part.text)
      from raised, unnest(${texts}::text[]) with ordinality as part (text, place) order by part.place
    )
    select max(value) as count from told`.execute(accounts);
  return Number(rows[0]?.count ?? 0);
}

type Listener = {
  readonly databaseUrl: string;
  readonly onText: (count: number, text: string) => void;
  /** Called after each connection or reconnection. The listener may have missed changes up to this number. */
  readonly onOpen: (count: number) => void;
  readonly onLost: () => void;
};

/** Listens on its own connection until closed. If the connection breaks or becomes silent, opens a new connection. */
export function listenToProcesses(listener: Listener): { close(): Promise<void> } {
  const ended = new AbortController();
  const work = (async () => {
    while (!ended.signal.aborted) {
      await listenOnce(listener, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      listener.onLost();
      await pause(AGAIN_AFTER_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    close: async () => {
      ended.abort();
      await work;
    },
  };
}

async function listenOnce({ databaseUrl, onText, onOpen }: Listener, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  });
  const broken = new AbortController();
  const isOver = AbortSignal.any([signal, broken.signal]);
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload = '' }) => {
    const space = payload.indexOf(' ');
    onText(Number(payload.slice(0, space)), payload.slice(space + 1));
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ channel: string }>(`select ${CHANNEL} as channel`);
    await client.query(`listen ${client.escapeIdentifier(rows[0]?.channel ?? '')}`);
    const counted = await client.query<{ value: string }>(`select value from settings where name = 'event_changes'`);
    onOpen(Number(counted.rows[0]?.value ?? 0));
    while (!isOver.aborted) {
      await pause(ASK_EVERY_MS, undefined, { signal: isOver }).catch(() => undefined);
      if (!isOver.aborted) await client.query('select 1');
    }
  } finally {
    // A silent connection would never confirm that it was closed.
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}
