import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../keys/secret-box.ts';
import { fixedKeys, keysAtStart } from '../../keys/testing/keys-of-test.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer } from '../../testing/makers.ts';
import { openPayeesOf, sealPayees, sealPlace } from './seal-payees.ts';

let server: TestApp;
let headers: Record<'owner' | 'other' | 'sponsor' | 'admin' | 'second', { authorization: string }>;
let owner: { id: string };
const WISH = { holder: 'Harbour Hotel Ltd', account: 'DE89370400440532013000', bank: 'DEUTDEFF' };
const OTHER = 'GB82WEST12345698765432';

beforeAll(async () => {
  server = await createTestApp();
  owner = await makeCustomer(server.accounts, { name: 'Harbour Hotel' });
  const [other, sponsor] = [
    await makeCustomer(server.accounts),
    await makeCustomer(server.accounts, { kind: 'advertiser' }),
  ];
  headers = {
    owner: await server.asRole('property', owner.id),
    other: await server.asRole('property', other.id),
    sponsor: await server.asRole('advertiser', sponsor.id),
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
  };
});
afterAll(() => server.close());

type Call = { method?: 'GET' | 'PUT' | 'POST'; payload?: object; who?: keyof typeof headers };
const call = (url: string, { method = 'GET', payload, who = 'admin' }: Call = {}) =>
  server.app.inject({ method, url: `/api${url}`, headers: headers[who], ...(payload ? { payload } : {}) });
const put = (payload: object, who: keyof typeof headers = 'admin') =>
  call(who === 'admin' ? `/payees/${owner.id}` : '/payee', { method: 'PUT', payload, who });
const confirm = (revision: number, who: keyof typeof headers = 'second') =>
  call(`/payees/${owner.id}/confirm`, { method: 'POST', payload: { revision }, who });
const statusOf = async (answer: ReturnType<typeof confirm>) => (await answer).statusCode;
const stored = () => server.accounts.selectFrom('payees').selectAll().execute();
const seals = () => server.accounts.selectFrom('payee_seals').selectAll().execute();
const boxAtStart = async (secret: string, previous: string | null = null) =>
  createSecretBox({ keys: await keysAtStart(server.accounts, { secret, previous }) }, 'bank-accounts');
const opened = async (secret: string) => {
  const box = await boxAtStart(secret);
  return (await openPayeesOf(server.accounts, box, [owner.id])).get(owner.id)?.place;
};

test('stores an account encrypted, and shows it masked only', async () => {
  expect((await put(WISH)).json()).toMatchObject({ account: '•••• 3000', bank: 'DEUTDEFF', revision: 1 });
  // Nothing is paid to an account that another administrator has not confirmed, including a first account.
  expect(await opened(server.config.sessionSecret)).toBeUndefined();
  const changes = await server.accounts.selectFrom('payee_changes').selectAll().execute();
  expect(await statusOf(confirm(1, 'admin'))).toBe(403);
  expect(await statusOf(confirm(1))).toBe(200);
  const rows = [changes, await stored(), await seals()];
  expect(JSON.stringify(rows)).not.toMatch(/DE89|440532013000|DEUTDEFF/);
  expect(await opened(server.config.sessionSecret)).toEqual({ account: WISH.account, bank: WISH.bank });
  expect((await call('/payees')).json().data).toMatchObject([
    { account: '•••• 3000', confirmed_at: expect.any(String) },
  ]);
});

test('encrypts plain accounts of an earlier version at the next start, and re-encrypts them with a new secret', async () => {
  const { accounts } = server;
  await accounts.deleteFrom('payee_seals').execute();
  await accounts.updateTable('payees').set({ account: WISH.account, bank: WISH.bank }).execute();
  expect((await call('/payees')).json().data).toMatchObject([{ account: '•••• 3000' }]);
  const seal = async (secret: string, previous: string | null = null) =>
    sealPayees(accounts, await boxAtStart(secret, previous));
  await seal(server.config.sessionSecret);
  const [first] = await stored();
  expect([first?.account, first?.bank, (await seals())[0]?.revision]).toEqual(['', '', 1]);
  await seal('another secret of this installation', server.config.sessionSecret);
  expect(await opened('another secret of this installation')).toEqual({ account: WISH.account, bank: WISH.bank });
  expect(await opened(server.config.sessionSecret)).toBeNull();
  // If the encryption key is lost, the account is reported as unreadable and must be entered again.
  const gone = createSecretBox({ keys: fixedKeys('a lost secret') }, 'bank-accounts');
  await accounts
    .updateTable('payee_seals')
    .set({ sealed: sealPlace(gone, owner.id, WISH) })
    .execute();
  await seal(server.config.sessionSecret);
  expect((await call('/payees')).json().data).toMatchObject([{ account: null, bank: null, holder: WISH.holder }]);
  // Entering the account again is a change that another administrator must confirm.
  expect((await put(WISH)).json()).toMatchObject({ account: '•••• 3000', revision: 2, confirmed_at: null });
  expect((await confirm(2, 'admin')).statusCode).toBe(403);
  expect((await confirm(2)).json()).toMatchObject({ revision: 3, confirmed_at: expect.any(String) });
});

test('an encrypted account that is copied to another row cannot be opened', async () => {
  const [seal] = await seals();
  const stranger = await makeCustomer(server.accounts);
  const row = { customer_id: stranger.id, holder: 'X', account: '', bank: '', changed_at: 1, changed_by_id: 'x' };
  await server.accounts.insertInto('payees').values(row).execute();
  const other = { customer_id: stranger.id, revision: 1, confirmed_at: 1, confirmed_by_id: 'x' };
  await server.accounts
    .insertInto('payee_seals')
    .values({ ...other, sealed: seal?.sealed ?? '' })
    .execute();
  const told = (await call('/payees')).json().data as { customer: { id: string }; account: string | null }[];
  expect(told.find(({ customer }) => customer.id === stranger.id)?.account).toBeNull();
  for (const table of ['payees', 'payee_seals'] as const)
    await server.accounts.deleteFrom(table).where('customer_id', '=', stranger.id).execute();
});

test('an owner enters its account, and an administrator confirms exactly that revision', async () => {
  expect((await call('/payee', { who: 'owner' })).json().payee).toMatchObject({
    account: '•••• 3000',
    changed_by: null,
  });
  expect((await call('/payee', { who: 'other' })).json()).toEqual({ payee: null });
  expect((await put(WISH, 'sponsor')).statusCode).toBe(403);
  // The same account is not a change, so it stays confirmed.
  expect((await put(WISH, 'owner')).json()).toMatchObject({ revision: 3, confirmed_at: expect.any(String) });
  expect((await put({ ...WISH, account: OTHER }, 'owner')).json()).toMatchObject({ revision: 4, confirmed_at: null });
  expect((await confirm(3)).statusCode).toBe(409);
  expect((await confirm(4)).json()).toMatchObject({ account: '•••• 5432', confirmed_at: expect.any(String) });
  expect((await confirm(5)).statusCode).toBe(409);
  const log = server.accounts.selectFrom('audit_log').select('action').where('subject', '=', 'Harbour Hotel');
  expect((await log.where('action', '=', 'payee.confirmed').execute()).length).toBe(3);
  const mails = await server.accounts.selectFrom('mails').select('kind').where('kind', '=', 'payee-changed').execute();
  // The first account and two changes, each with its confirmation.
  expect(mails).toHaveLength(6);
});

test('concurrent changes each record the value that they replaced', async () => {
  await Promise.all([
    put(WISH),
    put({ ...WISH, holder: 'Harbour Hotel Inc.', account: '000123456789' }),
    put(WISH, 'owner'),
  ]);
  const rows = await server.accounts
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'payee.changed')
    .orderBy('seq')
    .execute();
  type Change = { account?: { before: string; after: string } };
  const accounts = rows
    .map(({ detail }) => (JSON.parse(String(detail)) as Change).account)
    .filter((one) => one !== undefined);
  expect(accounts.length).toBeGreaterThan(3);
  // After the secret was lost, the previous account was unknown.
  const known = accounts.filter(({ before }) => before !== '•••• ');
  for (const [at, { before }] of known.entries()) if (at > 0) expect(before).toBe(known[at - 1]?.after);
});
