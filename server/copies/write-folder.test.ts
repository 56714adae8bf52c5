import fs, { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { beginFolder } from './backup.ts';
import { writingKey } from './backup-keys.ts';
import { folderPlace } from './open-place.ts';
import { KEY_SETTINGS } from './testing/run-copy.ts';

test.skipIf(process.platform !== 'linux')(
  'a power cut loses no part of a backup: all of it is on disk before its manifest',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'voltboard-backup-'));
    const onDisk: string[] = [];
    const pathOf = (file: number) => relative(root, readlinkSync(`/proc/self/fd/${file}`));
    const [later, now] = [fs.fsync, fs.fsyncSync];
    fs.fsync = Object.assign((file: number, done: fs.NoParamCallback) => {
      onDisk.push(pathOf(file));
      later(file, done);
    }, later);
    fs.fsyncSync = (file) => {
      onDisk.push(pathOf(file));
      now(file);
    };
    syncBuiltinESMExports();
    try {
      const place = folderPlace(join(root, 'new/of-today'));
      const writer = await beginFolder(place, { id: 'one', key: writingKey(KEY_SETTINGS) });
      const rows = async function* () {
        yield Buffer.from('a row\n');
      };
      await writer.writeEvents({ table: 'sealed_day', partition: '7', columns: ['seal'] }, rows(), []);
      const table = async function* () {
        yield [{ id: 1 }];
      };
      const none = { migrations: [], numbers: {}, countRows: async () => 1 };
      await writer.writeAccounts({ ...none, tables: ['customers'], rows: table });
      writeFileSync(join(root, 'session-secret'), 'secret');
      await writer.keepFiles(root, ['session-secret']);
      await writer.finish({ product: '1', made: '', installation: null }, []);
    } finally {
      Object.assign(fs, { fsync: later, fsyncSync: now });
      syncBuiltinESMExports();
      rmSync(root, { recursive: true, force: true });
    }
    const folder = 'new/of-today';
    const files = ['events/sealed_day-7.tsv.gz.sealed', 'accounts/customers.jsonl.gz.sealed', 'kept/session-secret'];
    const wanted = [...files, 'accounts', 'events', 'kept'].map((name) => `${folder}/${name}`);
    const before = onDisk.slice(0, onDisk.indexOf(`${folder}/manifest.json.new`));
    expect(before).toEqual(expect.arrayContaining([...wanted, 'new', '']));
    expect(onDisk.slice(before.length)).toEqual([`${folder}/manifest.json.new`, folder]);
  },
);
