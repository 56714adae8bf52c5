import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventsStore } from '../events-store.ts';
import { openEvents } from '../open-events.ts';
import type { SealLedger } from '../seal-ledger.ts';
import { createMemorySealLedger } from './memory-seal-ledger.ts';

export type TestEvents = { events: EventsStore; ledger: SealLedger; dataDir: string; close(): Promise<void> };

/** The embedded events store in a folder of its own, removed by `close`. One at a time in a process. */
export async function openTestEvents(ledger = createMemorySealLedger(), now?: () => number): Promise<TestEvents> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-events-'));
  const events = await openEvents({ dataDir }, ledger, now);
  return {
    events,
    ledger,
    dataDir,
    close: async () => {
      await events.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
