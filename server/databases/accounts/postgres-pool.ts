import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** After a statement takes this long, the pool checks whether the server responds at all. */
const DOUBT_MS = 2_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 3_000;
const ASK_AGAIN_MS = 100;
/** By then a broken connection is closed. */
const CLOSED_MS = 20;
/** By then a sent response has arrived. */
const ARRIVED_MS = 500;

/**
 * The server does not respond. Its code is that of a broken connection, which the error handler treats as temporary.
 */
export class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError';
  readonly code = '08006';
}

const WORDS = 'the PostgreSQL server does not answer';

/** A statement without a response holds the connection. Only destroying the stream ends both. */
type Breakable = {
  readonly connection: { readonly stream: { destroy(): void; readonly bytesRead: number } };
  readonly processID: number;
};
/**
 * Pending statements of a connection: how many, the number of the last one, and the start of the uninterrupted wait.
 */
type Waiting = { count: number; last: number; readonly since: number };

/** Of the given connections, those whose server process is idle, or waits for the client to read. */
const AT_REST = `select pid from unnest($1::int[]) as asked (pid)
  where exists (select from pg_stat_activity as own where own.pid = pg_backend_pid() and own.pid = $2)
    and not exists (select from pg_stat_activity as its where its.pid = asked.pid
      and (its.state is null or its.state in ('active', 'fastpath function call', 'disabled')) and its.wait_event is distinct from 'ClientWrite')`;

/**
 * A pool for a PostgreSQL server that may fall silent: frozen, swapping, or behind a line that swallows everything.
 * While the server responds to another query and is working on slow statements, they continue. Once it does not
 * respond, all waiting and new callers fail at once, until it responds again. If it responds and has finished a
 * statement whose response is missing, that connection is dead.
 */
export function createWatchfulPool(settings: pg.PoolConfig): PostgresPool {
  const line: pg.PoolConfig = { ...settings, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
  const waiting = new Map<pg.Client, Waiting>();
  /** Idle connections, and since when. A lent connection may be within a transaction, between two statements. */
  const resting = new Map<pg.Client, number>();
  let isSilent = false;
  let isAsking = false;
  let isEnded = false;

  /**
   * Checks through another connection which of the waiting clients the server has finished with. Null if it does not
   * respond; a refusal is a response.
   */
  async function ask(clients: readonly pg.Client[]): Promise<readonly pg.Client[] | null> {
    const client = new pg.Client({ ...line, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const asked = [clients.map(idOf), idOf(client)];
      const atRest = new Set((await client.query<{ pid: number }>(AT_REST, asked)).rows.map(({ pid }) => pid));
      return clients.filter((one) => atRest.has(idOf(one)));
    } catch (error) {
      return isAnswer(error) ? [] : null;
    } finally {
      breakOff(client);
    }
  }

  /**
   * Breaks connections that still wait for the same statement without a byte received, although the server finished it
   * a while ago.
   */
  async function breakDeadLines(suspects: readonly pg.Client[]): Promise<void> {
    const before = suspects.map((client) => [client, stateOf(client)] as const);
    await pause(ARRIVED_MS, undefined, { ref: false });
    const still = before.filter(([client, state]) => state !== null && stateOf(client) === state);
    if (still.length === 0) return;
    const atRest = (await ask(still.map(([client]) => client))) ?? [];
    const dead = still.filter(([client, state]) => atRest.includes(client) && stateOf(client) === state);
    if (dead.length === 0) return;
    // The failure of one connection has often affected others that are idle.
    const unheard = performance.now() - DOUBT_MS;
    for (const [client, since] of resting) if (since < unheard) breakOff(client);
    // Lets the pool discard the idle ones before the callers of the dead ones retry.
    await pause(CLOSED_MS, undefined, { ref: false });
    for (const [client] of dead) breakOff(client);
  }

  const stateOf = (client: pg.Client): string | null => {
    const its = waiting.get(client);
    return its === undefined ? null : `${its.last} ${(client as unknown as Breakable).connection.stream.bytesRead}`;
  };

  async function look(): Promise<void> {
    for (;;) {
      const early = performance.now() - DOUBT_MS / 2;
      const suspects = await ask([...waiting].filter(([, { since }]) => since <= early).map(([client]) => client));
      if (suspects !== null || isEnded) {
        isSilent = false;
        await breakDeadLines(suspects ?? []);
        return;
      }
      isSilent = true;
      for (const client of waiting.keys()) breakOff(client);
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
    }
  }

  async function lookOnce(): Promise<void> {
    if (isAsking || isEnded) return;
    isAsking = true;
    try {
      await look();
    } finally {
      isAsking = false;
    }
  }

  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // A lent connection that breaks fails its statements. Without a listener, the error would also end the process.
      this.on('error', () => undefined);
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver.
    override query(...args: any[]): any {
      const answer = (super.query as (...given: unknown[]) => unknown).apply(this, args);
      return answer instanceof Promise ? this.watch(answer) : answer;
    }

    private async watch(answer: Promise<unknown>): Promise<unknown> {
      const its = waiting.get(this) ?? { count: 0, last: 0, since: performance.now() };
      waiting.set(this, its);
      its.count += 1;
      its.last += 1;
      const doubt = setInterval(() => void lookOnce(), DOUBT_MS).unref();
      try {
        return await answer;
      } catch (error) {
        throw isAnswer(error) ? error : silent(error);
      } finally {
        clearInterval(doubt);
        its.count -= 1;
        if (its.count === 0) waiting.delete(this);
      }
    }
  }

  const pool = new pg.Pool({ ...line, Client: WatchedClient });
  // The next query replaces a broken idle connection.
  pool.on('error', () => undefined);
  pool.on('acquire', (client) => void resting.delete(client));
  pool.on('release', (_, client) => void resting.set(client, performance.now()));
  pool.on('remove', (client) => void resting.delete(client));
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    connect: async () => {
      if (isSilent) throw new StoreSilentError(WORDS);
      try {
        return (await pool.connect()) as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      } catch (error) {
        if (isAnswer(error)) throw error;
        void lookOnce();
        throw silent(error);
      }
    },
    end: async () => {
      isEnded = true;
      await pool.end();
    },
  };
}

/** Errors of the server have a five-character SQLSTATE. Errors of a connection have a system code, or none. */
function isAnswer(error: unknown): boolean {
  const code = String((error as { readonly code?: unknown }).code);
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P0|25P03|E[A-Z]{4})/.test(code);
}

const idOf = (client: pg.Client): number => (client as unknown as Breakable).processID;
const breakOff = (client: pg.Client): void => (client as unknown as Breakable).connection.stream.destroy();

const silent = (error: unknown): StoreSilentError => {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreSilentError(`${WORDS} (${reason})`, { cause: error });
};
