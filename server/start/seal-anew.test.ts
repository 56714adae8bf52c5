import { expect, test } from 'vitest';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { makeCustomer, makeUser } from '../testing/makers.ts';
import { SEALED, sealAnew } from './seal-anew.ts';

const [OLD, NEW] = ['the secret of the first year, long enough', 'the secret of the second year, long enough'];
const before = createSecretBox({ sessionSecret: OLD, previousSessionSecret: null });
const both = createSecretBox({ sessionSecret: NEW, previousSessionSecret: OLD });
const after = createSecretBox({ sessionSecret: NEW, previousSessionSecret: null });

describeOnEngines('secrets that are sealed', (engine) => {
  test('each is sealed anew after the secret was changed, and what no secret opens is told with what to do', async () => {
    const accounts = await engine.openMigrated();
    const owner = await makeCustomer(accounts);
    const user = await makeUser(accounts, { role: 'admin' });
    const factor = { user_id: user.id, secret: before.seal('seed'), created_at: 1, confirmed_at: 1, last_step: 0 };
    await accounts.insertInto('second_factors').values(factor).execute();
    const seal = { customer_id: owner.id, sealed: before.seal('account'), revision: 1 };
    await accounts
      .insertInto('payee_seals')
      .values({ ...seal, confirmed_at: 1, confirmed_by_id: user.id })
      .execute();
    const webhook = { id: 'hook', organisation: 'network', url: 'https://x.example', created_at: 1 };
    await accounts
      .insertInto('alert_webhooks')
      .values({ ...webhook, sealed_secret: before.seal('webhook') })
      .execute();
    await accounts
      .insertInto('play_keys')
      .values({ id: 7, sealed: before.seal('play'), made_at: 1, retired_at: null })
      .execute();
    const mail = {
      id: 'mail',
      kind: 'reset',
      to_email: 'a@x.example',
      to_key: 'a@x.example',
      subject: '',
      content: '',
    };
    await accounts
      .insertInto('mails')
      .values({
        ...{
          ...mail,
          sealed_token: before.seal('mail token'),
          expires_at: 1,
          status: 'queued',
          attempts: 0,
          next_at: 1,
        },
        ...{ leased_until: 0, created_at: 1, sent_at: null, last_error: '', reply_to: '', asked_from: '' },
      } as never)
      .execute();

    // The secret that sealed them is gone: nothing is changed, and people are told what to do.
    const lost = await sealAnew(accounts, after);
    expect(lost).toHaveLength(3);
    expect(lost.join(' ')).toMatch(
      /second factors.*SESSION_SECRET_PREVIOUS.*remove-second-factor.*write them again.*webhooks anew/,
    );
    expect(await sealAnew(accounts, both)).toEqual([]);
    expect(await sealAnew(accounts, after)).toEqual([]);
    const opened = [
      await accounts.selectFrom('second_factors').select('secret as sealed').executeTakeFirstOrThrow(),
      await accounts.selectFrom('payee_seals').select('sealed').executeTakeFirstOrThrow(),
      await accounts.selectFrom('alert_webhooks').select('sealed_secret as sealed').executeTakeFirstOrThrow(),
      await accounts.selectFrom('play_keys').select('sealed').where('id', '=', 7).executeTakeFirstOrThrow(),
      await accounts.selectFrom('mails').select('sealed_token as sealed').executeTakeFirstOrThrow(),
    ].map(({ sealed }) => after.open(sealed ?? ''));
    expect(opened).toEqual(['seed', 'account', 'webhook', 'play', 'mail token']);
  });

  test('no column that is called so is forgotten', async () => {
    const accounts = await engine.openMigrated();
    const columns = (await accounts.introspection.getTables()).flatMap(({ name, columns }) =>
      columns.map((column) => ({ table: name, column: column.name })),
    );
    // Seals of sums are no secrets. A set: other schemas of the server may have the same tables.
    const sealed = columns.filter(
      ({ table, column }) => /^sealed$|^sealed_(token|secret)|secret/.test(column) && !/^(raw_losses|seal)/.test(table),
    );
    const named = new Set(sealed.map(({ table, column }) => `${table}.${column}`));
    expect(SEALED.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([...named].toSorted());
    await engine.remove();
  });
});
