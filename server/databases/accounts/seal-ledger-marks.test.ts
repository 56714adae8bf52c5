import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from './accounts-db.ts';
import { createSealLedger } from './create-seal-ledger.ts';
import { describeOnEngines } from './testing/open-engines.ts';

describeOnEngines('marks of late inserts', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  test('keep one ended mark for a week with thousands of late inserts, and the next run takes it', async () => {
    const ledger = createSealLedger(accounts, true);
    await ledger.takeLease('run');
    const underWay = await ledger.beginInsert(['2026-08-03']);
    const insert = async () => ledger.endInsert(await ledger.beginInsert(['2026-08-03', '2026-08-10']), true);
    for (let count = 0; count < 20; count += 1) await insert();
    await Promise.all(Array.from({ length: 20 }, insert));
    const marks = () =>
      accounts.selectFrom('late_marks').select(['week', 'state']).where('week', 'like', '2026-08%').execute();
    expect((await marks()).length).toBeLessThanOrEqual(3);
    expect(await ledger.takeMarks('run')).toEqual(['2026-08-03', '2026-08-10']);
    // Rows that arrive while a week is summed have a separate mark, which stays.
    await insert();
    await ledger.forgetMarks('run');
    expect(await ledger.takeMarks('run')).toEqual(['2026-08-03', '2026-08-10']);
    await ledger.forgetMarks('run');
    await ledger.endInsert(underWay, true);
    expect(await ledger.takeMarks('run')).toEqual(['2026-08-03']);
    await ledger.forgetMarks('run');
    await ledger.releaseLease('run');
  });
});
