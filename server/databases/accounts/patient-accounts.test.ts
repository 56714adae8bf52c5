import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withRetries } from '#event-store/retry-steps.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { PostgresAccounts } from './open-postgres.ts';
import { postgresEngine } from './testing/open-engines.ts';

const inJob = <Result>(work: () => Promise<Result>) =>
  withRetries({ times: { firstMs: 1, longestMs: 2, forMs: 20_000 }, report: () => undefined }, work);

describe.skipIf(!hasPostgres())('a PostgreSQL server that drops single calls', () => {
  const engine = postgresEngine();
  let pool: pg.Pool;
  let accounts: PostgresAccounts;
  /** Statements whose responses are lost, each once, in this order. */
  let lost: RegExp[] = [];
  beforeAll(async () => {
    await sql`create table noted (name text)`.execute(await engine.open());
    pool = new pg.Pool({ connectionString: await engine.url() });
    accounts = new PostgresAccounts({
      options: pool.options,
      connect: async () => {
        lose('connect');
        const client = await pool.connect();
        let isBroken = true;
        return {
          // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver.
          query: async (...asked: any[]) => {
            isBroken = true;
            const answer = await (client.query as (...given: unknown[]) => Promise<unknown>)(...asked);
            lose(String(asked[0]));
            isBroken = false;
            return answer as never;
          },
          release: () => client.release(isBroken),
        } as never;
      },
      end: () => pool.end(),
    } as never);
  });
  beforeEach(() => {
    lost = [];
  });
  afterAll(async () => {
    await accounts.destroy();
    await engine.remove();
  });

  function lose(call: string): void {
    const [first] = lost;
    if (first === undefined || !first.test(call)) return;
    lost.shift();
    throw Object.assign(new Error('the connection broke off'), { code: '08006' });
  }

  const add = () =>
    accounts.transaction().execute(async (tx) => {
      await sql`insert into noted values ('x')`.execute(tx);
    });
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from noted`.execute(accounts);
    return Number(rows[0]?.n);
  };

  test('a job retries reads and transactions that failed before their commit', async () => {
    const before = await count();
    lost = [/^connect/, /^begin|^start/, /^insert/, /^connect/];
    await inJob(add);
    lost.push(/^select/, /^select/);
    expect(await inJob(count)).toBe(before + 1);
    expect(lost).toEqual([]);
  });

  test('does not retry a commit whose answer is lost: it may have succeeded', async () => {
    const before = await count();
    lost = [/^commit/];
    await expect(inJob(add)).rejects.toMatchObject({ code: '08006' });
    expect([await count(), lost]).toEqual([before + 1, []]);
  });

  test('a request fails at once', async () => {
    lost = [/^select/];
    await expect(count()).rejects.toMatchObject({ code: '08006' });
  });
});
