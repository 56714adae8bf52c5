import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportAnswer } from '#contract/imports.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'Europe/Berlin' } });
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'boss@example.com' }));
});
afterAll(() => server.close());

const send = (kind: string, text: string | Buffer) =>
  server.app.inject(importCall(`/admin/${kind}/import`, text, { dryRun: false, headers: admin }));
async function imported(kind: string, text: string): Promise<ImportAnswer> {
  const answer = await send(kind, text);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const HEAD = 'name;kind;share;share_from';

test.each(['', 'sep=;\r\n', '\ufeffsep=;\n', '"sep=;"\n'])(
  'reads a file that begins with %j with decimal commas',
  async (first) => {
    const name = `Hotel 0${Buffer.from(first).toString('hex')}`;
    const answer = await imported('customers', `${first}${HEAD}\r\n${name};property;35,5 %;21.10.2026\r\n`);
    expect(answer).toMatchObject({ done: true, findings: [] });
    const share = await server.accounts
      .selectFrom('owner_shares')
      .innerJoin('customers', 'customers.id', 'owner_shares.customer_id')
      .select(['share_ppm', 'valid_from'])
      .where('customers.name', '=', name)
      .executeTakeFirstOrThrow();
    expect(share).toEqual({ share_ppm: 355_000, valid_from: Date.parse('2026-10-21T00:00:00+02:00') });
  },
);

test('reads decimal commas exactly, and an ambiguous line names the accepted format', async () => {
  await imported('customers', 'name;kind\nKaffee;advertiser\n');
  const head = 'advertiser;campaign;flight;starts;ends;budget;model;price\n';
  const line = (flight: string, budget: string, price: string) =>
    `Kaffee;Herbst;${flight};1.11.2026;30.11.2026;${budget};cpm;${price}\n`;
  const good = await imported('campaigns', head + line('F-1', '1.234,56', '14,50') + line('F-2', '12 000', '9.5'));
  expect(good).toMatchObject({ done: true, findings: [] });
  const flights = server.accounts.selectFrom('flights').select(['code', 'budget_micros']).orderBy('code');
  expect(await flights.execute()).toEqual([
    { code: 'F-1', budget_micros: 1_234_560_000 },
    { code: 'F-2', budget_micros: 12_000_000_000 },
  ]);
  const bad = await imported('campaigns', head + line('F-3', '1.234', '14,50') + line('F-4', '10', '14,50 €'));
  expect(bad.done).toBe(false);
  expect(bad.findings).toEqual([
    { line: 2, column: 'budget', message: "'1.234' is ambiguous; enter 1.2340 or 1234" },
    expect.objectContaining({ line: 3, column: 'price', message: expect.stringContaining('is not an amount') }),
  ]);
});

test('reads a coordinate that has exactly one valid interpretation', async () => {
  const line =
    'eui;customer;venue;from;time_zone;lat;lng\n70B3D57ED0AA0001;%;Bar;1.11.2026;Europe/Berlin;52,520;13.405\n';
  await imported('customers', 'name;kind\nBerlin Hotels;property\n');
  const answer = await imported('outlets', line.replace('%', 'Berlin Hotels'));
  expect(answer).toMatchObject({ done: true, findings: [] });
  const outlet = server.accounts.selectFrom('outlets').select(['lat', 'lng']).where('eui', '=', '70b3d57ed0aa0001');
  expect(await outlet.executeTakeFirst()).toEqual({ lat: 52.52, lng: 13.405 });
});

test.each([
  [
    Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.from([0xff, 0, 0x80])]),
    'This is an Excel file. Save it as CSV.',
  ],
  [Buffer.from('d0cf11e0a1b11ae1ff00', 'hex'), 'This is an Excel file. Save it as CSV.'],
  [
    Buffer.from('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'This is an OpenDocument file. Save it as CSV.',
  ],
])('recognizes a renamed spreadsheet file (%#)', async (file, message) => {
  const answer = await send('customers', file);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ error: { message: string } }>().error.message).toBe(message);
});
