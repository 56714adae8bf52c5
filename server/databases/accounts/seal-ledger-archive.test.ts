import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeaseLostError, NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import type { AccountsDb } from './accounts-db.ts';
import { createSealLedger } from './create-seal-ledger.ts';
import { describeOnEngines } from './testing/open-engines.ts';

describeOnEngines('weeks of which only sums are kept', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  test('are published by the lease holder, not while an insert into them runs, and survive each seal', async () => {
    const ledger = createSealLedger(accounts, true);
    const archived = { number: 502, events: 40, atMs: 4_000 };
    await expect(ledger.publishArchived('one', '2026-09-07', archived)).rejects.toThrow(LeaseLostError);
    expect(await ledger.takeLease('one')).toBe(true);
    expect(await ledger.publishArchived('one', '2026-09-07', archived)).toBe(true);
    const archive = { endMs: Date.UTC(2026, 8, 14), weeks: new Map([['2026-09-07', archived]]) };
    expect(await ledger.current()).toEqual({ ...NOTHING_SEALED, archive });
    await ledger.beginInsert(['2026-09-14']);
    expect(await ledger.publishArchived('one', '2026-09-14', { ...archived, number: 503 })).toBe(false);
    await ledger.publish('one', { ...NOTHING_SEALED, generation: 7, watermark: '2026-11-20' }, 5_000);
    expect(await ledger.current()).toEqual({ ...NOTHING_SEALED, generation: 7, watermark: '2026-11-20', archive });
  });
});
