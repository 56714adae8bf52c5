// Played by `npm run test:full` alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { EventsUnavailableError, type StoredEvent } from './events-db.ts';
import { openEvents } from './open-events.ts';
import { createRandom, randomEvent } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-disk-'));
const isMounted = mountSmallDisk();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const START_MS = Date.UTC(2026, 10, 2);
const freeBytes = () => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

if (!isMounted) console.log('disk-full.test.ts is skipped: mounting a small disk (tmpfs) is not allowed here.');

test.runIf(isMounted)(
  'a full disk rejects inserts as retryable, loses nothing, and recovers when space is freed',
  async () => {
    const events = await openEvents({ dataDir: folder, leastFreeBytes: 0 }, createMemorySealLedger());
    const scope = { kind: 'all' } as const;
    const stored = () => events.query<{ n: number }>({ sql: 'SELECT toUInt32(count()) AS n FROM events FINAL', scope });
    const ballast = join(folder, 'events.ballast');
    expect(existsSync(ballast)).toBe(true);
    let id = 1;
    let acknowledged = 0;
    const batch = (): StoredEvent[] =>
      [...Array(3_000).keys()].map(() => randomEvent(createRandom(id), id++, START_MS, START_MS + DAY_MS));

    // A file from another program takes nearly all of the space.
    writeFileSync(join(folder, 'other'), Buffer.alloc(Math.max(0, freeBytes() - 3_000_000)));
    const failure = await insertUntilItFails();
    expect(failure).toBeInstanceOf(EventsUnavailableError);
    expect(failure).toMatchObject({ retryable: true, message: 'The disk of the events store is full.' });
    expect(existsSync(ballast)).toBe(false);
    const [{ n } = { n: 0 }] = await stored();
    expect(n).toBeGreaterThanOrEqual(acknowledged);

    rmSync(join(folder, 'other'));
    const again = [...Array(3_000).keys()].map((at) =>
      randomEvent(createRandom(at + 1), at + 1, START_MS, START_MS + DAY_MS),
    );
    await events.insert(again);
    await events.insert(batch());
    expect((await stored())[0]?.n).toBeGreaterThanOrEqual(acknowledged + 3_000);
    await events.close();

    async function insertUntilItFails(): Promise<unknown> {
      for (;;) {
        const rows = batch();
        try {
          await events.insert(rows);
          acknowledged += rows.length;
        } catch (error) {
          return error;
        }
      }
    }
  },
);

test.runIf(isMounted)('reads rows acknowledged before the disk filled up, using the space of the ballast', async () => {
  const events = await openEvents({ dataDir: folder, leastFreeBytes: 0 }, createMemorySealLedger());
  const count = `SELECT toUInt32(count()) AS n FROM events FINAL`;
  const stored = async () => (await events.query<{ n: number }>({ sql: count, scope: { kind: 'all' } }))[0]?.n ?? 0;
  const before = await stored();
  const few = [1, 2, 3].map((at) => randomEvent(createRandom(900_000 + at), 900_000 + at, START_MS, START_MS + DAY_MS));
  await events.insert(few);
  writeFileSync(join(folder, 'other'), Buffer.alloc(freeBytes()));
  expect(await stored()).toBe(before + 3);
  rmSync(join(folder, 'other'));
  await events.close();
});

test.runIf(isMounted)('rejects inserts before the disk is full, and restores the ballast', async () => {
  const events = await openEvents({ dataDir: folder, leastFreeBytes: 1e9 }, createMemorySealLedger());
  const rows = [randomEvent(createRandom(5), 5, START_MS, START_MS + DAY_MS)];
  await expect(events.insert(rows)).rejects.toMatchObject({ retryable: true });
  expect(await events.isReady()).toBe(false);
  expect(await events.query({ sql: 'SELECT 1 AS answers', scope: { kind: 'all' } })).toEqual([{ answers: 1 }]);
  await events.close();
  const later = await openEvents({ dataDir: folder, leastFreeBytes: 0 }, createMemorySealLedger());
  expect(existsSync(join(folder, 'events.ballast'))).toBe(true);
  await later.close();
});
