import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { keysAtStart } from '../keys/testing/keys-of-test.ts';
import { createNetworkMemory } from '../network/snapshot/network-memory.ts';
import { createPlayKeys, rotatePlayKey } from './play-keys.ts';

const AUTHOR = { actorId: null, actor: 'test', ip: '' };

describeOnEngines('the keys of plays', (engine) => {
  let accounts: AccountsDb;
  let nowMs = 1_000_000;
  const now = () => nowMs;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  /** Opens a process. Returns a function that reads the keys that the process currently knows. */
  function openProcess(secret = 'secret', previous: string | null = null) {
    const network = createNetworkMemory(accounts);
    const book = keysAtStart(accounts, { secret, previous, now }).then((keys) =>
      createPlayKeys({ accounts, config: { keys }, network, now }),
    );
    return async () => (await book).of((await network.current()).snapshot);
  }
  const rotate = async () => {
    const keys = await keysAtStart(accounts, { secret: 'secret', now });
    await rotatePlayKey({ accounts, config: { keys }, now, author: AUTHOR });
  };

  test('of processes that start at once, one creates the first key, encrypted, and all have it', async () => {
    const [one, other] = await Promise.all([openProcess()(), openProcess()()]);
    expect(one).toEqual(other);
    const rows = await accounts.selectFrom('play_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed).not.toContain(one.signing.secret.toString('base64url'));
  });

  test('after a rotation every process signs with the new key at once, and the old key verifies for 31 more days', async () => {
    const [one, other] = [openProcess(), openProcess()];
    const before = await one();
    await other();
    await rotate();
    const [after, there] = [await one(), await other()];
    expect(after).toEqual(there);
    expect(after.signing.id).not.toBe(before.signing.id);
    expect(after.secrets.get(before.signing.id)).toEqual(before.signing.secret);
    nowMs += 31 * DAY_MS - 1;
    expect((await openProcess()()).secrets.has(before.signing.id)).toBe(true);
    nowMs += 1;
    expect([...(await openProcess()()).secrets.keys()]).toEqual([after.signing.id]);
    const line = await accounts.selectFrom('audit_log').select(['action', 'actor']).executeTakeFirst();
    expect(line).toEqual({ action: 'play-key.rotated', actor: 'test' });
  });

  test('reads keys encrypted with an earlier secret by that secret, and signs with a new key without it', async () => {
    const before = await openProcess()();
    expect((await openProcess('new secret', 'secret')()).signing).toEqual(before.signing);
    const made = await openProcess('third secret')();
    expect(made.signing.id).not.toBe(before.signing.id);
    expect((await openProcess('third secret')()).signing).toEqual(made.signing);
  });
});
