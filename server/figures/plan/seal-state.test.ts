import { expect, test } from 'vitest';
import type { EventsStore } from '#event-store/events-store.ts';
import { createSealLedger } from '../../databases/accounts/create-seal-ledger.ts';
import { sqliteEngine } from '../../databases/accounts/testing/open-engines.ts';
import { createSealState } from './seal-state.ts';

test('the archive version changes when a week is archived, and when an archived week is recomputed', async () => {
  const engine = sqliteEngine();
  const accounts = await engine.openMigrated();
  const ledger = createSealLedger(accounts);
  await ledger.takeLease('run');
  const events = { seal: () => ledger.current() } as Partial<EventsStore> as EventsStore;
  const versions: string[] = [];
  const note = async () => versions.push((await createSealState({ accounts, events })()).archiveVersion);
  await note();
  for (const week of ['2026-06-01', '2026-06-08', '2026-06-01']) {
    const number = await ledger.nextNumber();
    await ledger.publishArchived('run', week, { number, events: 50, atMs: 0 });
    await note();
  }
  expect(new Set(versions).size).toBe(4);
  await engine.remove();
});
