import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** A statement that takes longer has the server asked whether it is there at all. */
const DOUBT_MS = 2_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 3_000;
const ASK_AGAIN_MS = 100;

/** The server does not answer. Its code is that of a broken connection, which the error handler takes for a passing state. */
export class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError';
  readonly code = '08006';
}

const WORDS = 'the PostgreSQL server does not answer';

/** A statement that is not answered holds the connection; there is no other way to be rid of both. */
type Breakable = { readonly connection: { readonly stream: { destroy(): void } } };

/**
 * Connections to a PostgreSQL server that may fall silent: frozen, swapping, or behind a line that swallows everything. Slow
 * statements are left alone while the server answers another question. Once it does not, whoever waits is refused at once
 * and so is everyone who comes, until it answers again.
 */
export function createWatchfulPool(settings: pg.PoolConfig): PostgresPool {
  const line: pg.PoolConfig = { ...settings, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
  const waiting = new Map<pg.Client, number>();
  let isSilent = false;
  let isAsking = false;
  let isEnded = false;

  /** An answer that refuses is an answer. */
  async function answers(): Promise<boolean> {
    const client = new pg.Client({ ...line, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      return isAnswer(error);
    } finally {
      (client as unknown as Breakable).connection.stream.destroy();
    }
  }

  async function ask(): Promise<void> {
    while (!(isEnded || (await answers()))) {
      isSilent = true;
      for (const client of waiting.keys()) (client as unknown as Breakable).connection.stream.destroy();
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
    }
    isSilent = false;
  }

  async function askOnce(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    await ask();
    isAsking = false;
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
      waiting.set(this, (waiting.get(this) ?? 0) + 1);
      const doubt = setTimeout(askOnce, DOUBT_MS);
      try {
        return await answer;
      } catch (error) {
        throw isAnswer(error) ? error : silent(error);
      } finally {
        clearTimeout(doubt);
        const left = (waiting.get(this) ?? 1) - 1;
        if (left === 0) waiting.delete(this);
        else waiting.set(this, left);
      }
    }
  }

  const pool = new pg.Pool({ ...line, Client: WatchedClient });
  // A resting connection that breaks is replaced by the next query.
  pool.on('error', () => undefined);
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    connect: async () => {
      if (isSilent) throw new StoreSilentError(WORDS);
      try {
        return (await pool.connect()) as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      } catch (error) {
        if (isAnswer(error)) throw error;
        void askOnce();
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
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P0|E[A-Z]{4})/.test(code);
}

const silent = (error: unknown): StoreSilentError => {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreSilentError(`${WORDS} (${reason})`, { cause: error });
};
