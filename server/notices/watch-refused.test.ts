import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeEvents } from '../databases/events/event-encoder.ts';
import { journalFolder, setAside } from '../databases/events/refused-events.ts';
import { makeStoredEvent } from '../databases/events/testing/make-stored-event.ts';
import { createRefusedWatch } from './watch-refused.ts';

test('administrators are told of events that the store refused after they were taken, until their file is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-refused-'));
  const said: (string | null)[] = [];
  const notices = {
    raise: async (_kind: string, text: string) => void said.push(text),
    end: async () => void said.push(null),
  };
  try {
    const watch = createRefusedWatch(dataDir, notices);
    await watch.look();
    await watch.look();
    expect(said).toEqual([null]);
    mkdirSync(journalFolder(dataDir), { recursive: true });
    const rows = [1n, 2n].map((eventId) => encodeEvents([makeStoredEvent({ eventId })]));
    let path = '';
    for (const row of rows) path = await setAside(journalFolder(dataDir), ['event_id'], row);
    await watch.look();
    expect(said.at(-1)).toContain(`refused them: 2, kept in ${path}`);
    rmSync(path);
    await watch.look();
    expect(said.slice(2)).toEqual([null]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
