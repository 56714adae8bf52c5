import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeEvents } from '#event-store/event-encoder.ts';
import { noteLostRows } from '#event-store/lost-rows.ts';
import { journalFolder, setAside } from '#event-store/refused-events.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createLossWatch } from './watch-losses.ts';

test('shows acknowledged events that are in no figure until the file that records them is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-refused-'));
  const said = new Map<string, string | null>();
  const logged: string[] = [];
  let calls = 0;
  const say = async (kind: string, text: string | null) => {
    calls += 1;
    said.set(kind, text);
  };
  const notices = { raise: say, end: (kind: string) => say(kind, null) };
  try {
    const watch = createLossWatch({ dataDir, notices, warn: (line) => logged.push(line) });
    await watch.look();
    await watch.look();
    expect([calls, [...said.values()]]).toEqual([3, [null, null, null]]);
    mkdirSync(journalFolder(dataDir), { recursive: true });
    const rows = [1n, 2n].map((eventId) => encodeEvents([makeStoredEvent({ eventId })]));
    let path = '';
    for (const row of rows) path = await setAside(journalFolder(dataDir), ['event_id'], row);
    await watch.look();
    expect(said.get('refused')).toContain(`refused them. The file ${path}`);
    expect(said.get('lost')).toBe(null);
    rmSync(path);
    for (const found of [3, 3, 5]) noteLostRows(journalFolder(dataDir), { file: 0, acknowledged: 7, found });
    await watch.look();
    expect(said.get('refused')).toBe(null);
    expect(said.get('lost')).toMatch(/^6 acknowledged events .* missing from the journal .*move .*lost away/);
    expect(logged).toEqual([expect.stringContaining('refused them'), said.get('lost')]);
    rmSync(join(journalFolder(dataDir), 'lost'));
    writeFileSync(
      join(dataDir, 'accounts-lost'),
      '{"log":"","committed":9,"kept":4}\n{"log":"","committed":2,"kept":1}\n',
    );
    await watch.look();
    expect(said.get('lost')).toBe(null);
    expect(said.get('changes')).toMatch(
      /accounts store are missing: the last pages \(6\) .* move .*accounts-lost away\.$/,
    );
    expect(logged.at(-1)).toBe(said.get('changes'));
    rmSync(join(dataDir, 'accounts-lost'));
    await watch.look();
    expect(said.get('changes')).toBe(null);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
