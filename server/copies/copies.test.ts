// Played by `npm run test:full` alone.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentIdOf } from '#event-store/testing/event-oracle.ts';
import { LEFT_OUT } from '../databases/accounts/accounts-snapshot.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { testAtLength } from '../testing/test-length.ts';
import { makeInstallation } from './testing/make-installation.ts';
import { admin, adminUntil, contentOf, manifestOf } from './testing/run-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-copies-'));
const at = (name: string) => join(root, name);
const original = { DATA_DIR: at('original') };

beforeAll(() => makeInstallation(original.DATA_DIR));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the tables of an installation's store, queried from the store. */
function tablesOf(name: string): string[] {
  const handle = new Database(join(at(name), 'accounts.sqlite'));
  const rows = handle.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[];
  handle.close();
  return rows
    .map((row) => row.name)
    .filter((table) => !/^(sqlite|kysely)_/.test(table))
    .toSorted();
}

test('a restored backup has the same rows, sums and assigned numbers', async () => {
  const made = await admin(original, 'backup', at('first'));
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/Backed up to .*: 3,001 events, \d+\.\d+ spent, of which owners get \d/);
  const manifest = await manifestOf(at('first'));
  expect(manifest.accounts.numbers).toMatchObject({ customers: 2, outlets: 1 });
  expect(manifest.events.parts.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['events', 'archived_quarter', 'sealed_day', 'device_total', 'device_recent']),
  );

  // Checks all tables, so that a table that is added later is either copied or listed as left out.
  const filled = manifest.accounts.tables.map(({ table, rows }) => [table, rows > 0]);
  expect(filled).toEqual(manifest.accounts.tables.map(({ table }) => [table, true]));
  expect([...manifest.accounts.tables.map(({ table }) => table), ...LEFT_OUT].toSorted()).toEqual(tablesOf('original'));

  const copy = { DATA_DIR: at('restored') };
  const restored = await admin(copy, 'restore', at('first'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('Restored and compared: 3,001 events');
  expect(readFileSync(join(copy.DATA_DIR, 'session-secret'), 'utf8')).toBe(
    readFileSync(join(original.DATA_DIR, 'session-secret'), 'utf8'),
  );
  expect((await admin(copy, 'backup', at('second'))).code).toBe(0);
  const [first, second] = [await contentOf(at('first')), await contentOf(at('second'))];
  expect(second).toEqual(first);
  // These events have the ID that their outlet sent, which no sum contains. The week of this event is not archived yet.
  expect(JSON.stringify(second.parts.filter(([{ table }]) => table === 'events'))).toContain(sentIdOf(2_997));
});

test('a backup is closed to other users', async () => {
  mkdirSync(at('open'), { mode: 0o755 });
  await admin(original, 'backup', at('open'));
  expect(statSync(at('open')).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(at('open'), { recursive: true, withFileTypes: true })) {
    const mode = statSync(join(name.parentPath, name.name)).mode & 0o777;
    expect([name.name, mode]).toEqual([name.name, name.isDirectory() ? 0o700 : 0o600]);
  }
});

test('a backup is not written to an occupied place, and says so', async () => {
  mkdirSync(at('taken'));
  writeFileSync(at('taken/mine'), '');
  expect(await admin(original, 'backup', at('taken'))).toMatchObject({
    code: 1,
    err: `${at('taken')} is not empty. Use a new folder. Nothing was written.\n`,
  });
  expect(readdirSync(at('taken'))).toEqual(['mine']);
  expect(await admin(original, 'backup', at('taken/mine'))).toMatchObject({
    code: 1,
    err: `${at('taken/mine')} is not a folder. Use a new folder.\n`,
  });
});

test('a killed backup is not a backup, and the next one is made next to it', async () => {
  await adminUntil(/^3 of \d+ parts/, original, 'backup', at('killed'));
  expect(existsSync(at('killed/manifest.json'))).toBe(false);
  const restored = await admin({ DATA_DIR: at('of-killed') }, 'restore', at('killed'));
  expect(restored).toMatchObject({ code: 1 });
  expect(restored.err).toContain('is not a complete backup');
  expect((await admin(original, 'backup', at('killed'))).err).toContain('contains an incomplete backup');
  expect((await admin(original, 'backup', at('after-killed'))).code).toBe(0);
});

test('a damaged or incomplete backup restores nothing', async () => {
  await admin(original, 'backup', at('damaged'));
  const target = { DATA_DIR: at('of-damaged') };
  const file = readdirSync(at('damaged/events')).find((name) => name.startsWith('events-')) ?? '';
  appendFileSync(at(`damaged/events/${file}`), 'x');
  expect((await admin(target, 'restore', at('damaged'))).err).toContain(`${file} is damaged. Nothing was restored`);
  rmSync(at(`damaged/events/${file}`));
  expect((await admin(target, 'restore', at('damaged'))).err).toContain(`${file} is missing. Nothing was restored`);
  const manifest = readFileSync(at('damaged/manifest.json'), 'utf8');
  writeFileSync(at('damaged/manifest.json'), manifest.replace('"made": "2026', '"made": "2025'));
  expect((await admin(target, 'restore', at('damaged'))).err).toContain('manifest.json is damaged');
  expect(existsSync(join(target.DATA_DIR, 'accounts.sqlite'))).toBe(false);
});

test('never overwrites an installation', async () => {
  const before = readFileSync(join(original.DATA_DIR, 'session-secret'), 'utf8');
  expect(await admin(original, 'restore', at('first'))).toMatchObject({
    code: 1,
    err: `The accounts store in ${original.DATA_DIR} is not empty. Nothing was changed. Use an empty one.\n`,
  });
  expect(readFileSync(join(original.DATA_DIR, 'session-secret'), 'utf8')).toBe(before);
  const unlock = lockDataFolder(original.DATA_DIR);
  expect((await admin(original, 'restore', at('first'))).err).toContain('The server is running');
  unlock();
});

testAtLength('a restore that is killed at any moment is no installation, and goes on to the same sums', async () => {
  const target = { DATA_DIR: at('cut-short') };
  for (const line of [/^1 of \d+ parts/, /^8 of \d+ parts/, /Filling the accounts store/]) {
    await adminUntil(line, target, 'restore', at('first'));
    const used = await admin(target, 'list-keys');
    expect(used).toMatchObject({ code: 1, out: '' });
    expect(used.err).toContain('run the same restore or move command again');
  }
  await admin(original, 'backup', at('another'));
  expect((await admin(target, 'restore', at('another'))).err).toContain('incomplete copy from another source');
  const restored = await admin(target, 'restore', at('first'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/Continuing an interrupted copy: \d+ of \d+ parts are already there/);
  expect((await admin(target, 'list-keys')).code).toBe(0);
  expect((await admin(target, 'backup', at('of-cut-short'))).code).toBe(0);
  expect(await contentOf(at('of-cut-short'))).toEqual(await contentOf(at('first')));
});

test('reports a folder that cannot be written', async () => {
  if (process.getuid?.() === 0) return;
  mkdirSync(at('closed'));
  chmodSync(at('closed'), 0o500);
  expect((await admin(original, 'backup', at('closed/new'))).err).toContain('is not writable by the user');
});
