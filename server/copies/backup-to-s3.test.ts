// Played by `npm run test:full` alone.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { readConfig } from '../config/config.ts';
import { newBackupAddress, removeExpired } from './backup-shelf.ts';
import { openPlace } from './open-place.ts';
import { MADE_AT, makeInstallation } from './testing/make-installation.ts';
import { admin, BACKUP_KEY, contentOf, manifestOf } from './testing/run-copy.ts';
import { openS3Server } from './testing/s3-server.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-s3-'));
const at = (name: string) => join(root, name);
const s3 = await openS3Server('outlets');
const original = { ...s3.env, DATA_DIR: at('original') };

beforeAll(() => makeInstallation(original.DATA_DIR));
afterAll(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

test('a backup in a bucket restores the same rows as one in a folder', async () => {
  await admin(original, 'backup', at('folder'));
  const made = await admin(original, 'backup', 's3://outlets/voltboard/one');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect([...s3.objects.keys()]).toContain('voltboard/one/manifest.json');
  expect([...s3.objects.keys()].filter((key) => key.endsWith('unfinished'))).toEqual([]);
  expect((await admin(original, 'backup', 's3://outlets/voltboard/one')).err).toContain(
    'is not empty. Use a new prefix',
  );

  const target = { ...s3.env, DATA_DIR: at('restored') };
  expect(await admin(target, 'restore', 's3://outlets/voltboard/one')).toMatchObject({ code: 0, err: '' });
  await admin(target, 'backup', at('of-restored'));
  const ofFolder = await contentOf(at('folder'));
  const ofBucket = await contentOf(at('of-restored'));
  expect(ofBucket.parts).toEqual(ofFolder.parts);
  const users = ([table]: [string, string[]]) => table === 'users' || table === 'flights';
  expect(ofBucket.tables.filter(users)).toEqual(ofFolder.tables.filter(users));
});

test('rejects changed, removed or added objects', async () => {
  const target = { ...s3.env, DATA_DIR: at('of-changed') };
  const restore = async () => (await admin(target, 'restore', 's3://outlets/voltboard/one')).err;
  const key = 'voltboard/one/accounts/users.jsonl.gz.sealed';
  const before = s3.objects.get(key) ?? expect.unreachable();
  s3.objects.set(key, Buffer.concat([before, Buffer.from('x')]));
  expect(await restore()).toContain('users.jsonl.gz.sealed is damaged');
  s3.objects.delete(key);
  expect(await restore()).toContain('users.jsonl.gz.sealed is missing');
  s3.objects.set(key, before);
  s3.objects.set('voltboard/one/more', Buffer.from('x'));
  expect(await restore()).toContain('more is not part of the backup');
  s3.objects.delete('voltboard/one/more');
});

test('a failed backup leaves nothing that looks like a backup, and says what to do', async () => {
  s3.failOn((method, key) => method === 'PUT' && key.includes('/accounts/'));
  const failed = await admin(original, 'backup', 's3://outlets/voltboard/failed');
  s3.failOn(null);
  expect(failed.code).not.toBe(0);
  expect([...s3.objects.keys()].filter((key) => key.startsWith('voltboard/failed'))).toEqual([]);
  expect((await admin(original, 'backup', 's3://others/one')).err).toContain('the bucket does not exist');
  expect((await admin(original, 'backup', 's3://outlets')).err).toContain('has no prefix');
  const stranger = { ...original, S3_ACCESS_KEY_ID: 'AKIAOTHER' };
  expect((await admin(stranger, 'backup', 's3://outlets/x')).err).toContain('Check S3_ACCESS_KEY_ID');
  expect((await admin({ ...original, DATA_DIR: at('none') }, 'restore', 's3://outlets/none')).err).toContain(
    'is not a complete backup',
  );
});

test('uploads a file larger than a part in parts, and reads it back whole', async () => {
  const config = readConfig({ ...original, BACKUP_KEY });
  const place = await openPlace('s3://outlets/large', config);
  const piece = randomBytes(1 << 20);
  const count = 37;
  await place.write(
    'events/large',
    (async function* () {
      for (let nth = 0; nth < count; nth += 1) yield piece;
    })(),
  );
  expect(s3.multiparts()).toBe(1);
  let bytes = 0;
  for await (const read of place.read('events/large')) bytes += read.byteLength;
  expect(bytes).toBe(count * piece.byteLength);
  await place.clear();
});

test.each(['s3://outlets/shelf', at('shelf')])(
  'without an address, stores the backup in BACKUP_TO, %s, and removes expired ones',
  async (shelf) => {
    const env = { ...original, BACKUP_TO: shelf, BACKUP_KEEP: '1 daily' };
    const config = readConfig({ ...env, BACKUP_KEY });
    const addressOf = (daysAgo: number) => newBackupAddress(shelf, MADE_AT - daysAgo * DAY_MS);
    for (const daysAgo of [2, 1]) expect((await admin(env, 'backup', addressOf(daysAgo))).code).toBe(0);
    // Backups of another key, and files that are not backups, stay.
    const other = { ...env, BACKUP_KEY: 'Zq1wSx2eDc3rFv4tGb5yHn6uJm7iKo8p' };
    expect((await admin(other, 'backup', addressOf(3))).code).toBe(0);
    if (shelf.startsWith('/')) {
      mkdirSync(join(shelf, 'mine'));
      writeFileSync(join(shelf, 'mine/manifest.json'), '{}');
    }
    const made = await admin(env, 'backup');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`Removed the backup ${addressOf(2)}`);
    const left = async (daysAgo: number) =>
      (await (await openPlace(addressOf(daysAgo), config)).readManifest()) !== null;
    expect(await Promise.all([0, 1, 2, 3].map(left))).toEqual([true, false, false, true]);
    if (shelf.startsWith('/')) {
      expect(readdirSync(shelf)).toHaveLength(3);
      expect((await manifestOf(addressOf(0))).installation).not.toBeNull();
    }
    await removeExpired(config, shelf, 'another installation', () => expect.unreachable());
  },
);

test('rejects unusable backup settings by name', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: at('settings'), ...env });
  for (const [name, value] of [
    ['BACKUP_TO', 'https://bucket'],
    ['BACKUP_TO', 's3://'],
    ['BACKUP_SCHEDULE', '* * * * * *'],
    ['BACKUP_SCHEDULE', '99 2 * * *'],
    ['BACKUP_KEEP', '0 daily'],
    ['S3_ENDPOINT', 'minio:9000'],
  ] as const)
    expect(() => read({ [name]: value }), name).toThrow(name);
  expect(() => read({ S3_ACCESS_KEY_ID: 'AKIAONE' })).toThrow(/^S3_SECRET_ACCESS_KEY: it is required/);
  expect(read({ BACKUP_SCHEDULE: 'off' }).backupSchedule).toBeNull();
  expect(read({ BACKUP_TO: 's3://outlets/a/' }).backupTo).toBe('s3://outlets/a');
});
