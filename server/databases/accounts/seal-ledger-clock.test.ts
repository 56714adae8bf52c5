import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { createSealLedger } from './create-seal-ledger.ts';
import { postgresEngine } from './testing/open-engines.ts';

test.skipIf(!hasPostgres())('a process whose clock is ahead does not give up a running insert', async () => {
  const engine = postgresEngine();
  onTestFinished(engine.remove);
  const ledger = createSealLedger(await engine.openMigrated(), true);
  await ledger.beginInsert(['2026-10-26']);
  const real = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real + 2 * DAY_MS);
  onTestFinished(() => clock.mockRestore());
  await ledger.takeLease('ahead');
  expect(await ledger.takeMarks('ahead')).toEqual([]);
  expect(await ledger.markedWeeks()).toEqual(['2026-10-26']);
});
