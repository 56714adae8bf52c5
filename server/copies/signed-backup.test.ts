// Played by `npm run test:full` alone.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { byLength } from '../testing/test-length.ts';
import { makeInstallation } from './testing/make-installation.ts';
import { admin, contentOf, manifestOf } from './testing/run-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-signed-backup-'));
const at = (name: string) => join(root, name);
const original = { DATA_DIR: at('original') };
const PLANTED = 'planted-secret-5f1c0e';
const OTHER_KEY = 'Zq1wSx2eDc3rFv4tGb5yHn6uJm7iKo8p';

beforeAll(async () => {
  await makeInstallation(original.DATA_DIR);
  const accounts = await openAccounts({ dataDir: original.DATA_DIR });
  await accounts.updateTable('users').set({ password_hash: PLANTED }).execute();
  await accounts.updateTable('settings').set({ value: PLANTED }).where('name', '=', 'visitor-salt').execute();
  await accounts.destroy();
  writeFileSync(join(original.DATA_DIR, 'demo-keys.json'), JSON.stringify({ key: PLANTED }), { mode: 0o600 });
  expect((await admin(original, 'backup', at('good'))).code).toBe(0);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());

/** Checks that a changed copy of the good backup is rejected and restores nothing. Returns the error output. */
async function refuses(change: (folder: string) => void, ...options: string[]): Promise<string> {
  rmSync(at('changed'), { recursive: true, force: true });
  cpSync(at('good'), at('changed'), { recursive: true });
  change(at('changed'));
  const target = { DATA_DIR: at('target') };
  const { code, err } = await admin(target, 'restore', at('changed'), ...options);
  expect(code).toBe(1);
  expect(existsSync(join(target.DATA_DIR, 'accounts.sqlite'))).toBe(false);
  return err;
}

test('a backup is unreadable without its key, with BACKUP_KEY or without', async () => {
  const own = { ...original, BACKUP_KEY: '' };
  expect((await admin(own, 'backup', at('by-session-secret'))).code).toBe(0);
  const secret = readFileSync(join(original.DATA_DIR, 'session-secret'), 'utf8').trim();
  for (const folder of ['good', 'by-session-secret'])
    for (const file of filesOf(at(folder))) {
      const bytes = readFileSync(join(at(folder), file));
      for (const clear of [PLANTED, secret, 'filled ', '$argon2'])
        expect([file, bytes.includes(clear)]).toEqual([file, false]);
      expect([file, bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))]).toEqual([file, false]);
    }
  expect(JSON.stringify((await contentOf(at('good'))).tables)).toContain(PLANTED);
  expect(filesOf(at('by-session-secret'))).not.toContain('kept/session-secret');
});

test('rejects a flipped bit anywhere, and a file that was removed, added, renamed, swapped or emptied', async () => {
  const files = filesOf(at('good'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat(7),
      async (file, where, bit) => {
        const change = (folder: string) => {
          const bytes = readFileSync(join(folder, file));
          const place = Math.floor(where * bytes.byteLength);
          bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
          writeFileSync(join(folder, file), bytes);
        };
        expect(await refuses(change)).toMatch(/damaged|another (BACKUP_KEY|SESSION_SECRET)|no backup/);
      },
    ),
    { numRuns: byLength(12, 100) },
  );
  for (const file of files.filter((_, nth) => nth % byLength(20, 3) === 0)) {
    expect(await refuses((folder) => rmSync(join(folder, file)))).toMatch(/is missing|not a complete backup/);
    expect(await refuses((folder) => renameSync(join(folder, file), join(folder, `${file}x`)))).toMatch(
      /not part|not a complete backup/,
    );
    expect(await refuses((folder) => writeFileSync(join(folder, file), ''))).toMatch(/damaged/);
  }
  expect(await refuses((folder) => writeFileSync(join(folder, 'accounts/more'), 'x'))).toContain(
    'is not part of the backup',
  );
  const swap = (folder: string) => {
    const [one, other] = ['accounts/users.jsonl.gz.sealed', 'accounts/flights.jsonl.gz.sealed'].map((file) =>
      join(folder, file),
    );
    renameSync(one ?? '', `${one}x`);
    renameSync(other ?? '', one ?? '');
    renameSync(`${one}x`, other ?? '');
  };
  expect(await refuses(swap)).toContain('damaged');
  const append = (folder: string) => appendFileSync(join(folder, 'accounts/users.jsonl.gz.sealed'), 'x');
  expect(await refuses(append)).toContain('damaged');
});

test('rejects an edited backup with recomputed hashes, with or without the flag for unsigned backups', async () => {
  const manifest = await manifestOf(at('good'));
  const forge = (folder: string) => {
    const { audit: _, ...facts } = manifest;
    const row = Buffer.from(`${JSON.stringify({ id: 'forged', role: 'admin' })}\n`);
    const file = 'accounts/users.jsonl.gz';
    writeFileSync(join(folder, file), gzipSync(row));
    const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
    const files = { ...facts.files, [file]: { bytes: 1, sha256: sha256(readFileSync(join(folder, file))) } };
    const forged = { ...facts, format: 'voltboard-backup-1', files };
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ sha256: sha256(JSON.stringify(forged)), manifest: forged }),
    );
  };
  expect(await refuses(forge)).toContain('has no signature');
  const signedByAnother = (folder: string) => {
    rmSync(folder, { recursive: true });
    cpSync(at('of-another-key'), folder, { recursive: true });
  };
  expect((await admin({ ...original, BACKUP_KEY: OTHER_KEY }, 'backup', at('of-another-key'))).code).toBe(0);
  const refusal = await refuses(signedByAnother, '--trust-unsigned-backup');
  expect(refusal).toContain('was made with a different BACKUP_KEY. Set BACKUP_KEY to the value from the installation');
});

test('without BACKUP_KEY, the session secret opens a backup, even after it was replaced', async () => {
  const secret = readFileSync(join(original.DATA_DIR, 'session-secret'), 'utf8').trim();
  const own = { ...original, BACKUP_KEY: '' };
  const made = await admin(own, 'backup', at('own'));
  expect(made.out).toContain(`the file session-secret in ${original.DATA_DIR}`);
  const stranger = await admin({ DATA_DIR: at('stranger'), BACKUP_KEY: '' }, 'restore', at('own'));
  expect(stranger.err).toContain('was made with a different SESSION_SECRET');
  const SESSION_SECRET_PREVIOUS = secret;
  const env = { DATA_DIR: at('replaced'), BACKUP_KEY: '', SESSION_SECRET: OTHER_KEY, SESSION_SECRET_PREVIOUS };
  expect(await admin(env, 'restore', at('own'))).toMatchObject({ code: 0, err: '' });
});

test('prints the head of the audit log, which identifies the backup when restoring', async () => {
  const made = await admin(original, 'backup', at('noted'));
  const [, hash = ''] = /Audit log: entry \d+, hash (\w{64})/.exec(made.out) ?? [];
  expect((await manifestOf(at('noted'))).audit?.hash).toBe(hash);
  // The backup itself is the next entry.
  const accounts = await openAccounts({ dataDir: original.DATA_DIR });
  const newest = await accounts
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .orderBy('seq', 'desc')
    .limit(1)
    .execute();
  await accounts.destroy();
  expect(newest).toEqual([{ action: 'installation.backed-up', subject: at('noted') }]);
  const other = await admin({ DATA_DIR: at('of-noted') }, 'restore', at('noted'), '--audit-head', 'f'.repeat(64));
  expect(other).toMatchObject({ code: 1 });
  expect(other.err).toContain('is not the backup whose audit log ends with ffff');
  const restored = await admin({ DATA_DIR: at('of-noted') }, 'restore', at('noted'), '--audit-head', hash);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect((await admin({ DATA_DIR: at('of-noted') }, 'verify-audit', '--hash', hash)).code).toBe(0);
});

test('rejects a key that is easy to guess', () => {
  expect(() => readConfig({ DATA_DIR: at('weak'), BACKUP_KEY: 'abcdefghijklmnopqrstuvwxyzabcdef' })).toThrow(
    'BACKUP_KEY',
  );
  expect(() => readConfig({ DATA_DIR: at('weak'), BACKUP_KEY: 'short' })).toThrow('BACKUP_KEY');
});
