import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import { postgresEngine } from '../databases/accounts/testing/open-engines.ts';
import { makeCustomer, makeKey, makeOutlet } from '../testing/makers.ts';
import { hasPostgres } from '../testing/servers/ask-servers.ts';
import { runAdmin } from './run-admin.ts';

const WRONG = [-2 * DAY_MS, -10 * MINUTE_MS, 10 * MINUTE_MS, 2 * DAY_MS];

describe.skipIf(!hasPostgres())('the command line on PostgreSQL', () => {
  test.each(WRONG)('uses the clock of the store if its own clock is %i ms off', async (aheadMs) => {
    const engine = postgresEngine();
    try {
      const accounts = await engine.openMigrated();
      const owner = await makeCustomer(accounts);
      const outlet = await makeOutlet(accounts, { customerId: owner.id });
      const key = await makeKey(accounts, { outletId: outlet.id });
      const nowMs = await readStoreTime(accounts, Date.now);
      const endAt = (expires: number) =>
        accounts.updateTable('access_keys').set({ expires_at: expires }).where('id', '=', key.id).execute();
      const env = {
        DATABASE_URL: await engine.url(),
        CLICKHOUSE_URL: 'http://127.0.0.1:1',
        SESSION_SECRET: 'what all processes of a test sign their sessions with',
      };
      const admin = async (...args: string[]) => {
        const [output, errors] = [new PassThrough(), new PassThrough()];
        const terminal = { input: Readable.from([]), output };
        const code = await runAdmin({ args, env, terminal, errors, now: () => Date.now() + aheadMs });
        return { code, said: String(output.read() ?? ''), errors: String(errors.read() ?? '') };
      };
      await endAt(nowMs - 5 * MINUTE_MS);
      expect(await admin('list-keys')).toMatchObject({ code: 0, said: expect.stringContaining('  ended ') });
      await endAt(nowMs + 5 * MINUTE_MS);
      expect(await admin('list-keys')).toMatchObject({ code: 0, said: expect.stringContaining('  ends ') });
      await endAt(nowMs + DAY_MS);
      expect(await admin('rotate-key', '--prefix', key.prefix, '--overlap-hours', '1')).toMatchObject({ code: 0 });
      const rows = await accounts.selectFrom('access_keys').select('expires_at').where('id', '=', key.id).execute();
      const [{ expires_at: ends } = { expires_at: null }] = rows;
      expect(Math.round((Number(ends) - nowMs) / HOUR_MS)).toBe(1);
    } finally {
      await engine.remove();
    }
  });
});
