import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { type DescribedOperation, type OpenApi, operationsOf } from '../../testing/described-calls.ts';
import { makeApiToken, OWN_SCOPES } from '../../testing/make-api-token.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';
import { payInto } from './testing/pay-into.ts';

/** Accounts of an owner, an advertiser and the network. The test searches for the digits that a mask removes. */
const IBANS = ['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'] as const;
const SECRETS = ['37040044053201', 'WEST123456987', '20041010050500013'];

let asked = 0;
let server: TestApp;
let ids: Record<'owner' | 'sponsor' | 'run' | 'refund' | 'statement', string>;
let headers: Record<'admin' | 'second' | 'reader' | 'writer', { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', CURRENCY: 'EUR' } });
  const { accounts, clock } = server;
  const [owner, sponsor] = [await makeCustomer(accounts), await makeCustomer(accounts, { kind: 'advertiser' })];
  const [me, second] = [await makeUser(accounts, { role: 'admin' }), await makeUser(accounts, { role: 'admin' })];
  const given = { userId: me.id, approvedBy: second.id, at: clock.ms };
  headers = {
    admin: await server.as(me),
    second: await server.as(second),
    // A token that writes everything except money only reads money.
    reader: (await makeApiToken(accounts, { ...given, scopes: OWN_SCOPES })).headers,
    writer: (await makeApiToken(accounts, { ...given, scopes: TOKEN_SCOPES })).headers,
  };
  const statement = await makeStatement(owner);
  const send = async (who: 'admin' | 'second', method: 'PUT' | 'POST', url: string, payload: object = {}) => {
    const answer = await server.app.inject({ method, url: `/api${url}`, headers: headers[who], payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string }>().id;
  };
  const act = (who: 'admin' | 'second', url: string, wish: object = {}) =>
    send(who, 'POST', url, { ...wish, sending_id: newId() });
  const place = (account: string) => ({ holder: 'Holder', account, bank: 'DEUTDEFF' });
  await act('admin', '/payments', { customer_id: sponsor.id, amount: 90, paid_on: '2026-11-20', reference: 'T 7' });
  await send('admin', 'PUT', '/payer', place(IBANS[2]));
  await payInto(server, owner.id, place(IBANS[0]));
  await payInto(server, sponsor.id, place(IBANS[1]));
  const run = await act('admin', '/payout-runs', { minimum: 0 });
  await act('second', `/payout-runs/${run}/approve`);
  const refund = await act('admin', '/refunds', { customer_id: sponsor.id, amount: 1, reason: 'Shortened' });
  await act('second', `/refunds/${refund}/approve`);
  ids = { owner: owner.id, sponsor: sponsor.id, run, refund, statement };
});
afterAll(() => server.close());

async function makeStatement({ id: customerId, key }: { id: string; key: number }): Promise<string> {
  const [finalAt, month] = [Date.UTC(2026, 10, 6), '2026-10'];
  const ended = { holder: null, cut_off_at: null, read_at: finalAt, final_at: finalAt, looked_until: null };
  await server.accounts
    .insertInto('billing_months')
    .values({ month, from_at: 0, to_at: finalAt, ...ended })
    .execute();
  const row = {
    id: newId(),
    kind: 'statement' as const,
    month,
    number: 1,
    customer_id: customerId,
    customer_key: key,
    customer_name: 'Owner',
    customer_address: '',
    customer_tax_id: '',
    currency: 'EUR',
    time_zone: 'UTC',
    final_at: finalAt,
    cut_off_at: finalAt,
    due_at: null,
    layout: 1,
    pdf_sha256: null,
    letterhead_id: null,
    carried_micros: 0,
    total_cents: 1_500,
  };
  await server.accounts.insertInto('documents').values(row).execute();
  return row.id;
}

const ask = async (url: string, who: keyof typeof headers) => {
  const { statusCode, rawPayload } = await server.app.inject({
    url,
    headers: headers[who],
    remoteAddress: `10.3.${++asked >> 8}.${asked & 255}`,
  });
  return { statusCode, text: rawPayload.toString('latin1').replaceAll(/\s/g, '') };
};

/** Returns the paths of an operation, with each possible ID in place of a path parameter. */
const addressesOf = ({ path }: DescribedOperation): string[] =>
  path.includes('{')
    ? Object.values(ids).map((id) => path.replaceAll(/\{\w+\}/g, id))
    : ['', '?format=csv'].map((query) => path + query);

test('no response to a token that only reads money contains a full account number', async () => {
  const { body } = await server.app.inject('/api/openapi.json');
  const reads = operationsOf(JSON.parse(body) as OpenApi).filter(
    // A stream does not end, and the statement of this test was never drawn.
    ({ method, path }) => method === 'GET' && !/\/(list\/live|pdf)$/.test(path),
  );
  expect(reads.length).toBeGreaterThan(60);
  let answered = 0;
  for (const operation of reads)
    for (const url of addressesOf(operation)) {
      const { statusCode, text } = await ask(url, 'reader');
      if (statusCode === 200) answered += 1;
      for (const secret of SECRETS) expect(text.includes(secret), `${url} holds ${secret}`).toBe(false);
    }
  expect(answered).toBeGreaterThan(40);
});

test.each([
  ['payout run', '/api/payout-runs', 'run', IBANS[0]],
  ['refund', '/api/refunds', 'refund', IBANS[1]],
] as const)(
  'the export of a %s is masked for a reader, and complete for a token that writes money',
  async (_, url, id, iban) => {
    const address = `${url}/${ids[id]}/export`;
    const { statusCode, text } = await ask(address, 'reader');
    expect([statusCode, text.includes(iban.slice(-4)), text.includes(iban)]).toEqual([200, true, false]);
    expect(await ask(address, 'writer')).toMatchObject({ statusCode: 200, text: expect.stringContaining(iban) });
    for (const format of ['bank', 'xml']) {
      expect(await ask(`${address}?format=${format}`, 'reader')).toMatchObject({
        statusCode: 403,
        text: expect.stringContaining('money:write'),
      });
      expect(await ask(`${address}?format=${format}`, 'writer')).toMatchObject({
        statusCode: 200,
        text: expect.stringContaining(iban),
      });
    }
  },
);
