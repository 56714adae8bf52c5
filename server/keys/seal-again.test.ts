import { expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { makeCustomer, makeUser } from '../testing/makers.ts';
import type { KeyPurpose } from './key-purposes.ts';
import { openPurposeKeys } from './open-purpose-keys.ts';
import type { PurposeKeys, SecretBox } from './purpose-keys.ts';
import { createWrapping, formerKeys } from './root-secret.ts';
import { sealAgain } from './seal-again.ts';
import { SEALED } from './sealed-columns.ts';
import { boxOf, createSecretBox } from './secret-box.ts';
import { keysAtStart } from './testing/keys-of-test.ts';

const [OLD, NEW] = ['the secret of the first year, long enough', 'the secret of the second year, long enough'];
const now = () => 0;

/** Inserts a row in every encrypted column except the keys themselves. */
async function sealRows(accounts: AccountsDb, boxFor: (purpose: KeyPurpose) => SecretBox): Promise<void> {
  const owner = await makeCustomer(accounts);
  const user = await makeUser(accounts, { role: 'admin' });
  const factor = { user_id: user.id, created_at: 1, confirmed_at: 1, last_step: 0 };
  await accounts
    .insertInto('second_factors')
    .values({ ...factor, secret: boxFor('second-factors').seal('seed') })
    .execute();
  const bank = boxFor('bank-accounts');
  const seal = { customer_id: owner.id, revision: 1, confirmed_at: 1, confirmed_by_id: user.id };
  await accounts
    .insertInto('payee_seals')
    .values({ ...seal, sealed: bank.seal('account') })
    .execute();
  const webhook = { id: 'hook', organisation: 'network', url: 'https://x.example', created_at: 1 };
  await accounts
    .insertInto('alert_webhooks')
    .values({ ...webhook, sealed_secret: boxFor('webhooks').seal('webhook') })
    .execute();
  await accounts
    .insertInto('play_keys')
    .values({ id: 7, sealed: boxFor('plays').seal('play'), made_at: 1, retired_at: null })
    .execute();
  const mail = { id: 'mail', kind: 'reset', to_email: 'a@x.example', to_key: 'a@x.example', subject: '', content: '' };
  const times = { expires_at: 1, attempts: 0, next_at: 1, leased_until: 0, created_at: 1, sent_at: null };
  const text = { status: 'queued', last_error: '', reply_to: '', asked_from: '' } as const;
  await accounts
    .insertInto('mails')
    .values({ ...mail, ...times, ...text, sealed_token: boxFor('mailed-links').seal('mail token') })
    .execute();
}

async function openedWith(accounts: AccountsDb, keys: PurposeKeys): Promise<(string | null)[]> {
  const open = (purpose: KeyPurpose, sealed: string | null) => createSecretBox({ keys }, purpose).open(sealed ?? '');
  const factor = await accounts.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
  const seal = await accounts.selectFrom('payee_seals').select('sealed').executeTakeFirstOrThrow();
  const hook = await accounts.selectFrom('alert_webhooks').select('sealed_secret').executeTakeFirstOrThrow();
  const play = await accounts.selectFrom('play_keys').select('sealed').where('id', '=', 7).executeTakeFirstOrThrow();
  const mail = await accounts.selectFrom('mails').select('sealed_token').executeTakeFirstOrThrow();
  return [
    open('second-factors', factor.secret),
    open('bank-accounts', seal.sealed),
    open('webhooks', hook.sealed_secret),
    open('plays', play.sealed),
    open('mailed-links', mail.sealed_token),
  ];
}
const ALL = ['seed', 'account', 'webhook', 'play', 'mail token'];

describeOnEngines('secrets that are sealed', (engine) => {
  test('everything is still readable after the root secret changes and the former one is removed', async () => {
    const accounts = await engine.openMigrated();
    const before = await keysAtStart(accounts, { secret: OLD });
    await sealRows(accounts, (purpose) => createSecretBox({ keys: before }, purpose));

    // The former secret is gone, so the log says what to do. New keys are in use, and nothing is removed.
    const lost = await openPurposeKeys({
      accounts,
      now,
      config: { sessionSecret: NEW, previousSessionSecret: null },
      replacesLost: true,
    });
    expect((await sealAgain(accounts, lost)).join(' ')).toMatch(
      /keys of this installation.*second factor.*SESSION_SECRET_PREVIOUS.*remove-second-factor.*enter them again.*webhooks again/,
    );
    expect(await openedWith(accounts, lost)).toEqual(ALL.map(() => null));

    const both = await openPurposeKeys({
      accounts,
      now,
      config: { sessionSecret: NEW, previousSessionSecret: OLD },
      replacesLost: true,
    });
    expect(await sealAgain(accounts, both)).toEqual([]);
    expect(await openedWith(accounts, await keysAtStart(accounts, { secret: NEW }))).toEqual(ALL);
    await engine.remove();
  });

  test('reads what a version with one key for everything encrypted, and encrypts it again with the keys of its purpose', async () => {
    const accounts = await engine.openMigrated();
    const [key] = formerKeys({ sessionSecret: OLD, previousSessionSecret: null }, 'webhooks');
    const box = boxOf({ current: () => key, find: () => null });
    await sealRows(accounts, () => box);
    const keys = await keysAtStart(accounts, { secret: OLD });
    expect(await openedWith(accounts, keys)).toEqual(ALL);
    const ids = await accounts.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
    if (engine.name === 'SQLite') expect(ids.secret.startsWith(`${key.id}.`)).toBe(false);
    // Once the value is encrypted with the keys of the store, the root secret may change.
    expect(createWrapping({ sessionSecret: NEW, previousSessionSecret: null }).open(ids.secret)).toBeNull();
    await engine.remove();
  });

  test('lists every column whose name says that it is encrypted', async () => {
    const accounts = await engine.openMigrated();
    const columns = (await accounts.introspection.getTables()).flatMap(({ name, columns }) =>
      columns.map((column) => ({ table: name, column: column.name })),
    );
    // Seals of sums are not secrets. Compare sets, because other schemas on the server may have the same tables.
    const sealed = columns.filter(
      ({ table, column }) => /^sealed$|^sealed_(token|secret)|secret/.test(column) && !/^(raw_losses|seal)/.test(table),
    );
    const named = new Set(sealed.map(({ table, column }) => `${table}.${column}`));
    expect(SEALED.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([...named].toSorted());
    await engine.remove();
  });
});
