import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { readPdf } from '../features/statements/testing/read-pdf.ts';
import { adjustmentsMade } from '../ledger/ledger.ts';
import type { FinalDocument } from './document-parts.ts';
import { drawDocument } from './draw-document.ts';
import { readLines } from './printed-lines.ts';
import { openBilling } from './testing/billing-fixture.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
});
afterAll(() => fixture.close());

const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}|\d{2}:\d{2}:\d{2}Z/;

async function documentsOf(month: string): Promise<readonly (FinalDocument & { readonly customer_key: number })[]> {
  const rows = await fixture.accounts.selectFrom('documents').selectAll().where('month', '=', month).execute();
  return rows.map((row) => ({
    ...row,
    number: row.number ?? 0,
    total_cents: row.total_cents ?? 0,
    final_at: row.final_at ?? 0,
  }));
}

async function print(document: FinalDocument): Promise<{ readonly words: string; readonly size: string | undefined }> {
  const { bytes } = await drawDocument(document, await readLines(fixture.accounts, document.id), undefined);
  return { words: await readPdf(bytes), size: /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(bytes.toString('latin1'))?.[1] };
}

test('paper follows the customer, and a document with a negative sum is a credit note that names what it corrects', async () => {
  const { accounts, billingOf, clock, flights, places } = fixture;
  const [place, flight] = [places[0], flights[0]];
  const customers = await accounts.selectFrom('customers').select(['id', 'key']).execute();
  const idOf = (key = 0) => customers.find((one) => one.key === key)?.id ?? '';
  const [owner, sponsor] = [idOf(place?.customerKey), idOf(flight?.advertiserKey)];
  await accounts.updateTable('customers').set({ country: 'DE' }).where('id', '=', owner).execute();
  await billingOf(accounts).close('2037-10');

  // Both customers get back more for October than they owe for November. Another adjustment names no day.
  const taken = { amount: -9_000_000, owner: -4_000_000 };
  const made = { made_at: 1, made_by: '', reason: 'A wrong price', outlet_id: null, objection_id: null };
  const sides = { owner_key: place?.customerKey ?? 0, advertiser_key: flight?.advertiserKey ?? 0 };
  for (const [id, day] of [
    ['a1', '2037-10-25'],
    ['a2', null],
  ] as const) {
    await accounts
      .insertInto('adjustments')
      .values({ ...made, id, day, invalid: null })
      .execute();
    await accounts
      .insertInto('adjustment_lines')
      .values({
        adjustment_id: id,
        ...sides,
        campaign_key: flight?.campaignKey ?? 0,
        flight_key: flight?.flightKey ?? 0,
        events: 1,
        amount_micros: taken.amount,
        owner_micros: taken.owner,
      })
      .execute();
    const parts = [{ ownerId: owner, advertiserId: sponsor, ...taken }];
    await accounts
      .transaction()
      .execute((tx) => adjustmentsMade(tx, [{ id, reason: '', parts }], { at: 1, author: 'test' }));
  }
  clock.ms += 30 * DAY_MS;
  await billingOf(accounts).close('2037-11');

  const october = await documentsOf('2037-10');
  const november = await documentsOf('2037-11');
  expect(november.length).toBe(3);
  for (const document of [...october, ...november]) {
    const { words, size } = await print(document);
    expect(size).toBe(document.customer_key === place?.customerKey ? '595.28 841.89' : '612 792');
    const before = october.find(({ customer_key: key }) => key === document.customer_key);
    const letter = document.kind === 'statement' ? 'S' : 'I';
    const own = `${letter}-${String(before?.number).padStart(6, '0')}`;
    if (document.total_cents < 0) {
      expect(document).toMatchObject({ month: '2037-11', due_at: null, corrects: own });
      expect(words).toMatch(/^Credit note /);
      expect(words).toContain(`Corrects ${own}`);
      expect(words).not.toMatch(/Invoice|Statement|Due|Total due/);
    } else {
      expect(document.corrects).toBe('');
      expect(words).toMatch(document.kind === 'invoice' ? /^Invoice .*Due/ : /^Statement /);
      expect(words).not.toContain('Credit note');
    }
    expect(words).not.toMatch(INSTANT);
    expect(words).toMatch(/Received until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[SD]T/);
  }
  expect(november.filter(({ total_cents: cents }) => cents < 0).length).toBe(2);
  expect(await billingOf(accounts).verify()).toMatchObject({ faults: [] });
});

test('a final document keeps its paper, even if its customer or the letterhead changes; the next uses the new settings', async () => {
  const { accounts } = fixture;
  await accounts.updateTable('customers').set({ country: 'US' }).execute();
  await accounts
    .insertInto('letterheads')
    .values({
      id: 'l',
      made_at: 1,
      made_by: '',
      name: 'N',
      address: '',
      tax_id: '',
      contact: '',
      payment: '',
      logo: '',
      paper: 'a4',
    })
    .execute();
  const sums = await accounts.selectFrom('documents').select(['id', 'pdf_sha256']).execute();
  for (const document of [...(await documentsOf('2037-10')), ...(await documentsOf('2037-11'))]) {
    const { sha256 } = await drawDocument(document, await readLines(accounts, document.id), undefined);
    expect(sums.find(({ id }) => id === document.id)?.pdf_sha256).toBe(sha256);
  }
  const [place, flight] = [fixture.places[0], fixture.flights[0]];
  const at = { timestampMs: Date.UTC(2037, 11, 10), amountMicros: 20_000_000, ownerMicros: 9_000_000 };
  await fixture.deliver([{ ...place, ...flight, ...at }]);
  fixture.clock.ms += 31 * DAY_MS;
  await fixture.billingOf(accounts).close('2037-12');
  for (const { paper } of await documentsOf('2037-12')) expect(paper).toBe('a4');
  expect((await documentsOf('2037-12')).length).toBeGreaterThan(0);
});
