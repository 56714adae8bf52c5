import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { makeUser } from '../testing/makers.ts';
import { KEY_PURPOSES, type KeyPurpose, PURPOSE_NAMES } from './key-purposes.ts';
import { openPurposeKeys } from './open-purpose-keys.ts';
import type { PurposeKeys } from './purpose-keys.ts';
import { formerKeys } from './root-secret.ts';
import { rotatePurposeKey } from './rotate-purpose-key.ts';
import { removeOldKeys, sealAgain } from './seal-again.ts';
import { createSecretBox } from './secret-box.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const [OLD, NEW, OTHER] = ['o', 'n', 'x'].map((letter) => letter.repeat(40)) as [string, string, string];
const AUTHOR = { actorId: null, actor: 'test', ip: '' };
const SIGNING = PURPOSE_NAMES.filter((purpose) => KEY_PURPOSES[purpose].use === 'signs');
/** Purposes that no version with one key for everything had. */
const NEWER: readonly KeyPurpose[] = ['unsubscribe-links', 'ad-previews'];
const ENCRYPTING = PURPOSE_NAMES.filter((purpose) => KEY_PURPOSES[purpose].use === 'encrypts');

describeOnEngines('keys by purpose', (engine) => {
  let accounts: AccountsDb;
  let nowMs = NOW;
  const now = () => nowMs;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  type Env = { readonly secret?: string; readonly previous?: string | null; readonly replacesLost?: boolean };
  const open = ({ secret = OLD, previous = null, replacesLost = true }: Env = {}) => {
    const config = { sessionSecret: secret, previousSessionSecret: previous };
    return openPurposeKeys({ accounts, config, now, replacesLost });
  };
  const rotate = (keys: PurposeKeys, purpose: KeyPurpose, revokes = false) =>
    rotatePurposeKey({ accounts, keys, purpose, now, author: AUTHOR, revokes });
  const stored = () => accounts.selectFrom('purpose_keys').selectAll().orderBy('purpose').orderBy('version').execute();
  const clear = async () => {
    for (const table of ['second_factors', 'purpose_keys', 'users'] as const)
      await accounts.deleteFrom(table).execute();
    nowMs = NOW;
  };

  test('processes that start at once have the same keys, one for each purpose, none of them stored in clear text', async () => {
    await clear();
    const [one, other] = await Promise.all([open(), open()]);
    const keys = PURPOSE_NAMES.map((purpose) => one.current(purpose));
    expect(PURPOSE_NAMES.map((purpose) => other.current(purpose))).toEqual(keys);
    expect(new Set(keys.map(({ bytes }) => bytes.toString('hex'))).size).toBe(PURPOSE_NAMES.length);
    const text = JSON.stringify(await stored());
    for (const { bytes } of keys) expect(text).not.toContain(bytes.toString('base64url'));
  });

  test('a new installation never accepts the root secret itself', async () => {
    await clear();
    const keys = await open();
    for (const purpose of SIGNING) {
      const [former] = formerKeys({ sessionSecret: OLD, previousSessionSecret: null }, purpose);
      expect(keys.find(purpose, former.id), purpose).toBeNull();
    }
  });

  test.each(PURPOSE_NAMES)('%s: every process uses a rotated key from the same moment', async (purpose) => {
    await clear();
    const [one, other] = [await open(), await open()];
    const before = one.current(purpose);
    const fromMs = await rotate(one, purpose);
    await other.refresh();
    // Each process has read the new key before any process uses it.
    expect(other.current(purpose)).toEqual(before);
    nowMs = fromMs;
    await one.refresh();
    const after = one.current(purpose);
    expect(after.bytes).not.toEqual(before.bytes);
    expect(other.current(purpose)).toEqual(after);
    expect(other.find(purpose, before.id)).toEqual(before);
    for (const same of PURPOSE_NAMES.filter((name) => name !== purpose))
      expect(one.find(same, after.id), same).toBeNull();
    const line = accounts.selectFrom('audit_log').select(['action', 'subject']).orderBy('seq', 'desc');
    expect(await line.executeTakeFirst()).toEqual({ action: 'purpose-key.rotated', subject: purpose });
  });

  test.each(SIGNING)(
    '%s: accepts what the old key signed for its longest lifetime, then removes the key',
    async (purpose) => {
      await clear();
      const keys = await open();
      const before = keys.current(purpose);
      const fromMs = await rotate(keys, purpose);
      await keys.refresh();
      nowMs = fromMs + KEY_PURPOSES[purpose].acceptedForMs - 1;
      expect(keys.find(purpose, before.id)).toEqual(before);
      expect(await removeOldKeys(accounts, keys, async () => false)).toEqual([]);
      nowMs += 1;
      expect(keys.find(purpose, before.id)).toBeNull();
      expect(await removeOldKeys(accounts, keys, async () => false)).toEqual([before.id]);
      expect((await stored()).filter((row) => row.purpose === purpose)).toHaveLength(1);
    },
  );

  test.each(SIGNING)('%s: rejects at once what a revoked key signs', async (purpose) => {
    await clear();
    const keys = await open();
    const before = keys.current(purpose);
    expect(await rotate(keys, purpose, true)).toBe(NOW);
    await keys.refresh();
    expect(keys.current(purpose).bytes).not.toEqual(before.bytes);
    expect(keys.find(purpose, before.id)).toBeNull();
  });

  test.each(ENCRYPTING)(
    '%s: a key that encrypts is not revoked, and stays as long as a value needs it',
    async (purpose) => {
      await clear();
      const keys = await open();
      const sealed = createSecretBox({ keys }, purpose).seal('text');
      await expect(rotate(keys, purpose, true)).rejects.toThrow('cannot be revoked');
      const { id } = keys.current(purpose);
      nowMs = (await rotate(keys, purpose)) + KEY_PURPOSES[purpose].acceptedForMs;
      await keys.refresh();
      expect(createSecretBox({ keys }, purpose).seal('text').startsWith(`${id}.`)).toBe(false);
      expect(createSecretBox({ keys }, purpose).open(sealed)).toBe('text');
      expect(await removeOldKeys(accounts, keys, async (needed) => needed === id)).toEqual([]);
      expect(await removeOldKeys(accounts, keys, async () => false)).toEqual([id]);
    },
  );

  test('an encrypted row moves to the new key, and keeps the old key until then', async () => {
    await clear();
    const keys = await open();
    const user = await makeUser(accounts, { role: 'admin' });
    const box = createSecretBox({ keys }, 'second-factors');
    const row = { user_id: user.id, created_at: 1, confirmed_at: 1, last_step: 0 };
    await accounts
      .insertInto('second_factors')
      .values({ ...row, secret: box.seal('seed') })
      .execute();
    nowMs = (await rotate(keys, 'second-factors')) + KEY_PURPOSES['second-factors'].acceptedForMs;
    await keys.refresh();
    expect(await removeOldKeys(accounts, keys, async () => false)).toEqual([]);
    await sealAgain(accounts, keys);
    expect(await removeOldKeys(accounts, keys, async () => false)).toHaveLength(1);
    await keys.refresh();
    const { secret } = await accounts.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
    expect(box.open(secret)).toBe('seed');
  });

  test('if the root secret changes, the keys stay the same, also for processes that still have the former one', async () => {
    await clear();
    const running = await open();
    const keysOf = (keys: PurposeKeys) => PURPOSE_NAMES.map((purpose) => keys.current(purpose));
    const before = keysOf(running);
    const restarted = await open({ secret: NEW, previous: OLD });
    await sealAgain(accounts, restarted);
    await running.refresh();
    expect(keysOf(running)).toEqual(before);
    expect(keysOf(restarted)).toEqual(before);
    expect(keysOf(await open({ secret: NEW }))).toEqual(before);
  });

  test('a process with a wrong root secret takes no key from the others', async () => {
    await clear();
    const right = await open();
    const before = right.current('sessions');
    const wrong = await open({ secret: OTHER });
    expect(wrong.current('sessions')).not.toEqual(before);
    await right.refresh();
    nowMs += 400 * 24 * HOUR_MS;
    expect(right.current('sessions')).toEqual(before);
    expect(right.find('sessions', before.id)).toEqual(before);
    expect(right.retired('sessions')).toEqual([]);
    expect((await open()).current('sessions')).toEqual(before);
  });

  test('a command in an environment with a wrong root secret creates no keys', async () => {
    await clear();
    await open();
    const rows = await stored();
    const wrong = await open({ secret: OTHER, replacesLost: false });
    expect(() => wrong.current('sessions')).toThrow('SESSION_SECRET does not match this installation.');
    await expect(rotate(wrong, 'sessions')).rejects.toThrow('SESSION_SECRET');
    expect(await stored()).toEqual(rows);
  });

  describe('an installation of a version with one key for everything', () => {
    const roots = { sessionSecret: OLD, previousSessionSecret: null };
    const clearToUpgrade = async () => {
      await clear();
      await makeUser(accounts, { role: 'admin' });
    };

    test.each(SIGNING)('%s: accepts what the root signed for its longest lifetime', async (purpose) => {
      await clearToUpgrade();
      const keys = await open();
      const [former] = formerKeys(roots, purpose);
      // Earlier versions had no such links, so the root signed none.
      if (!NEWER.includes(purpose)) expect(former.bytes.toString()).toBe(OLD);
      expect(keys.find(purpose, former.id)).toEqual(former);
      const { active_from: fromMs } = (await stored()).find((row) => row.purpose === purpose) ?? expect.unreachable();
      // On PostgreSQL, processes of the former version still run: they read what this version signs and encrypts.
      expect([fromMs, keys.current(purpose)]).toEqual(
        engine.name === 'PostgreSQL' ? [NOW + HOUR_MS, former] : [NOW, keys.current(purpose)],
      );
      nowMs = fromMs + KEY_PURPOSES[purpose].acceptedForMs - 1;
      expect(keys.current(purpose).id).not.toBe(former.id);
      expect(keys.find(purpose, former.id)).toEqual(former);
      nowMs += 1;
      expect(keys.find(purpose, former.id)).toBeNull();
    });

    test.each(SIGNING)('%s: a revocation rejects what the root signed', async (purpose) => {
      await clearToUpgrade();
      const keys = await open();
      await rotate(keys, purpose, true);
      await keys.refresh();
      const [former] = formerKeys(roots, purpose);
      expect(keys.find(purpose, former.id)).toBeNull();
      expect(keys.current(purpose).id).not.toBe(former.id);
    });

    test.each(ENCRYPTING)('%s: keeps reading what the root encrypted, without a time limit', async (purpose) => {
      await clearToUpgrade();
      const keys = await open();
      nowMs += 1_000 * 24 * HOUR_MS;
      // As that version wrote it.
      const [{ id, bytes }] = formerKeys(roots, purpose);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', bytes, iv);
      const body = Buffer.concat([cipher.update('text'), cipher.final()]);
      const sealed = [id, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
      expect(createSecretBox({ keys }, purpose).open(sealed)).toBe('text');
    });
  });
});

test('the ids of former keys are those that earlier versions wrote', () => {
  const roots = { sessionSecret: OLD, previousSessionSecret: NEW };
  const ids = (purpose: KeyPurpose) => formerKeys(roots, purpose).map(({ id }) => id);
  expect(ids('sessions')).toEqual(['b5416aff', '7521d2b3']);
  expect(ids('webhooks')).toEqual(['889982a9', 'd3d81614']);
  const proof = createHmac('sha256', formerKeys(roots, 'known-browsers')[0].bytes).update('x').digest('hex');
  expect(proof).toBe(createHmac('sha256', OLD).update('x').digest('hex'));
});
