import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { findLostCommits } from './lost-commits.ts';
import { openAccounts } from './open-accounts.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-lost-commits-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const [FILE, LOG, INDEX] = ['accounts.sqlite', 'accounts.sqlite-wal', 'accounts.sqlite-shm'];
const HEADER = 32;
const FRAME = 4_096 + 24;

type Store = Awaited<ReturnType<typeof openAccounts>>;
const put = (accounts: Store, first: number, last: number) =>
  accounts.transaction().execute(async (tx) => {
    for (let n = first; n <= last; n += 1) await sql`insert into said values (${n}, ${'x'.repeat(3_000)})`.execute(tx);
  });

/** Returns the folder of a store that was killed after `work`, with its three files at that moment. */
async function killedAfter(work: (accounts: Store, folder: string) => Promise<void>): Promise<string> {
  const folder = newFolder();
  const accounts = await openAccounts({ dataDir: folder });
  await sql`create table said (n integer primary key, words text)`.execute(accounts);
  let killed = '';
  try {
    await work(accounts, folder);
  } finally {
    killed = copyOf(folder);
    await accounts.destroy();
  }
  return killed;
}

function copyOf(folder: string): string {
  const copy = newFolder();
  for (const name of [FILE, LOG, INDEX]) copyFileSync(join(folder, name), join(copy, name));
  return copy;
}

async function saidIn(dataDir: string): Promise<number> {
  const accounts = await openAccounts({ dataDir });
  const { rows } = await sql<{ count: number }>`select count(*) as count from said`.execute(accounts);
  await accounts.destroy();
  return rows[0]?.count ?? -1;
}

const tenCommits = async (accounts: Store) => {
  for (let n = 1; n <= 10; n += 1) await put(accounts, n, n);
};

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0x40;
  writeFileSync(path, bytes);
}
const framesOf = (folder: string) => (readFileSync(join(folder, LOG)).length - HEADER) / FRAME;

describe('acknowledged commits that are missing from the log of the accounts', () => {
  test('reports nothing after a plain kill, even within a transaction that has begun to write', async () => {
    const killed = await killedAfter(tenCommits);
    expect([await saidIn(killed), findLostCommits(killed)]).toEqual([10, null]);
    let amid = '';
    await killedAfter(async (accounts, folder) => {
      await tenCommits(accounts);
      await accounts.transaction().execute(async (tx) => {
        await sql`pragma cache_size = 5`.execute(tx);
        for (let n = 11; n < 60; n += 1) await sql`insert into said values (${n}, ${'x'.repeat(3_000)})`.execute(tx);
        amid = copyOf(folder);
      });
    });
    expect(framesOf(amid)).toBeGreaterThan(framesOf(killed));
    expect([await saidIn(amid), findLostCommits(amid)]).toEqual([10, null]);
  });

  test('reports missing commits once, wherever the log is cut off or changed', async () => {
    const killed = await killedAfter(tenCommits);
    const { length } = readFileSync(join(killed, LOG));
    for (let at = 5; at < length; at += 5_003) {
      for (const damage of [truncateSync, flip]) {
        const folder = copyOf(killed);
        damage(join(folder, LOG), at);
        const left = await saidIn(folder).catch(() => 0);
        const lost = findLostCommits(folder);
        expect([damage.name, at, left < 10, lost !== null]).toEqual([damage.name, at, true, true]);
        await saidIn(folder).catch(() => 0);
        expect(findLostCommits(folder)).toEqual(lost);
      }
    }
  });

  test('reports a missing or empty log, unless the machine restarted: then it may have been emptied on purpose', async () => {
    const killed = await killedAfter(tenCommits);
    for (const damage of [(path: string) => rmSync(path), (path: string) => truncateSync(path)]) {
      const [gone, restarted] = [copyOf(killed), copyOf(killed)];
      for (const folder of [gone, restarted]) damage(join(folder, LOG));
      utimesSync(join(restarted, INDEX), 1_000, 1_000);
      for (const folder of [gone, restarted]) await saidIn(folder).catch(() => 0);
      expect([findLostCommits(gone) === null, findLostCommits(restarted)]).toEqual([false, null]);
    }
  });

  test('commits in the main file are not lost: without the log all exist, and a damaged log prevents the start', async () => {
    const killed = await killedAfter(async (accounts) => {
      await tenCommits(accounts);
      await sql`pragma wal_checkpoint(passive)`.execute(accounts);
    });
    const gone = copyOf(killed);
    rmSync(join(gone, LOG));
    expect([await saidIn(gone), findLostCommits(gone)]).toEqual([10, null]);
    flip(join(killed, LOG), HEADER + 5 * FRAME + 99);
    await expect(saidIn(killed)).rejects.toThrow(
      /accounts\.sqlite-wal is damaged, but accounts\.sqlite contains all its changes\. Move .*-wal and .*-shm away and start again\.$/,
    );
    expect(findLostCommits(killed)).toBe(null);
    for (const name of [LOG, INDEX]) rmSync(join(killed, name));
    expect([await saidIn(killed), findLostCommits(killed)]).toEqual([10, null]);
  });

  test('if the main file has some commits, reports losses only beyond them, and requires the log up to there', async () => {
    const killed = await killedAfter(async (accounts, folder) => {
      await put(accounts, 1, 5);
      const looking = new Database(join(folder, FILE));
      looking.exec('begin');
      looking.prepare('select count(*) from said').get();
      await put(accounts, 6, 10);
      await sql`pragma wal_checkpoint(passive)`.execute(accounts);
      looking.exec('commit');
      looking.close();
    });
    const [behind, before, gone] = [copyOf(killed), copyOf(killed), copyOf(killed)];
    truncateSync(join(behind, LOG), HEADER + (framesOf(killed) - 1) * FRAME);
    expect([await saidIn(behind), findLostCommits(behind) !== null]).toEqual([5, true]);
    flip(join(before, LOG), HEADER + 2 * FRAME + 99);
    rmSync(join(gone, LOG));
    for (const folder of [before, gone])
      await expect(saidIn(folder)).rejects.toThrow(
        /contains only part of its changes\. Restore the newest backup and start again/,
      );
  });

  test('does not open a file that was left half-filled from a damaged log', async () => {
    const killed = await killedAfter(tenCommits);
    const index = readFileSync(join(killed, INDEX));
    index.writeUInt32LE(9, 128);
    writeFileSync(join(killed, INDEX), index);
    expect([await saidIn(copyOf(killed)), findLostCommits(killed)]).toEqual([10, null]);
    flip(join(killed, LOG), HEADER + 3 * FRAME + 99);
    await expect(saidIn(killed)).rejects.toThrow(
      /only part of its changes\. Restore the newest backup and start again\.$/,
    );
  });

  test('ignores an index that is unreadable or belongs to another log', async () => {
    const killed = await killedAfter(tenCommits);
    const other = await killedAfter(async (accounts) => put(accounts, 1, 1));
    const [zeroed, short, none, older] = [copyOf(killed), copyOf(killed), copyOf(killed), copyOf(other)];
    writeFileSync(join(zeroed, INDEX), Buffer.alloc(32_768));
    writeFileSync(join(short, INDEX), 'x');
    rmSync(join(none, INDEX));
    copyFileSync(join(killed, INDEX), join(older, INDEX));
    for (const folder of [zeroed, short, none]) truncateSync(join(folder, LOG), 40_000);
    for (const folder of [zeroed, short, none, older]) {
      await saidIn(folder).catch(() => 0);
      expect([folder === older, existsSync(join(folder, FILE)), findLostCommits(folder)]).toEqual([
        folder === older,
        true,
        null,
      ]);
    }
  });
});
