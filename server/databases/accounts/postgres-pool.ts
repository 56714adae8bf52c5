import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** A statement that takes longer has the server asked whether it is there at all. */
const DOUBT_MS = 2_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 3_000;
const ASK_AGAIN_MS = 100;
/** A connection that was broken off is closed by then. */
const CLOSED_MS = 20;
/** An answer that was sent has come by then. */
const ARRIVED_MS = 500;

/** The server does not answer. Its code is that of a broken connection, which the error handler takes for a passing state. */
export class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError';
  readonly code = '08006';
}

const WORDS = 'the PostgreSQL server does not answer';

/** A statement that is not answered holds the connection; there is no other way to be rid of both. */
type Breakable = {
  readonly connection: { readonly stream: { destroy(): void; readonly bytesRead: number } };
  readonly processID: number;
};
/** What a connection waits for: how many statements, the number of the last one, and since when it waits without a break. */
type Waiting = { count: number; last: number; readonly since: number };

/** Of the connections asked about, those whose server process works on nothing, or waits to be read. */
const AT_REST = `select pid from unnest($1::int[]) as asked (pid)
  where exists (select from pg_stat_activity as own where own.pid = pg_backend_pid() and own.pid = $2)
    and not exists (select from pg_stat_activity as its where its.pid = asked.pid
      and (its.state is null or its.state in ('active', 'fastpath function call', 'disabled')) and its.wait_event is distinct from 'ClientWrite')`;

/**
 * Connections to a PostgreSQL server that may fall silent: frozen, swapping, or behind a line that swallows everything. Slow
 * statements are left alone while the server answers another question and says that it works on them. Once it does not
 * answer, whoever waits is refused at once and so is everyone who comes, until it answers again. Where it answers and is done
 * with a statement whose answer has not come, that one line is dead.
 */
export function createWatchfulPool(settings: pg.PoolConfig): PostgresPool {
  const line: pg.PoolConfig = { ...settings, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
  const waiting = new Map<pg.Client, Waiting>();
  /** Connections that nobody has, and since when. One that is lent may be within a transaction, between two statements. */
  const resting = new Map<pg.Client, number>();
  let isSilent = false;
  let isAsking = false;
  let isEnded = false;

  /** What the server says of those who wait for long, by another line; null if it does not answer. One that refuses answers. */
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

  /** Whoever waits for the same statement as before, of which not a byte has come, when the server has been done with it for a while. */
  async function breakDeadLines(suspects: readonly pg.Client[]): Promise<void> {
    const before = suspects.map((client) => [client, stateOf(client)] as const);
    await pause(ARRIVED_MS, undefined, { ref: false });
    const still = before.filter(([client, state]) => state !== null && stateOf(client) === state);
    if (still.length === 0) return;
    const atRest = (await ask(still.map(([client]) => client))) ?? [];
    const dead = still.filter(([client, state]) => atRest.includes(client) && stateOf(client) === state);
    if (dead.length === 0) return;
    // What took one line has often taken others, which nobody happens to use.
    const unheard = performance.now() - DOUBT_MS;
    for (const [client, since] of resting) if (since < unheard) breakOff(client);
    // The pool has thrown those away when who waited for these tries again.
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
      // One that breaks while it is lent fails its statements; unheard, the error would end the process as well.
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
  // A resting connection that breaks is replaced by the next query.
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

/** What the server says carries five letters of SQL; what is said of a connection carries a system's code, or none. */
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
