// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  type DocumentLine,
  type DocumentRow,
  getDocument,
  getDocumentEvents,
  getDocumentLines,
  listLineEvents,
} from '#contract/documents.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';
import { STATEMENT } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

const SENT_ID = '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa';
const HASH = 'a'.repeat(64);
const LINE: DocumentLine = {
  kind: 'delivery',
  month: '2026-10',
  part: 'Lobby',
  item: 'Bar 1',
  eui: '00000000000000A1',
  views: 12,
  clicks: 1,
  burns: 0,
  micros: '120500370',
  not_counted: [],
};
const PROVEN: DocumentRow = { ...STATEMENT, lines_sha256: HASH, ledger: { seq: 1_204, hash: 'b'.repeat(64) } };

function open(document: DocumentRow): void {
  product.network.on(getDocument, { document, time_zone: 'UTC', lines: [LINE], lines_total: 1 });
  product.open(`/app/documents?open=${STATEMENT.id}`, { as: userOf('property') });
}

test('offers the events and the line file of a final document, with the hashes of its PDF', async () => {
  open(PROVEN);
  await page().findByRole('heading', { name: 'Verification' });
  await page().findByRole('button', { name: `Copy SHA-256 of the line file ${HASH}` });
  await page().findByText('Ledger head, entry 1,204');
  await expectAccessible();
  // A text body is sent unchanged.
  product.network.refuse(getDocumentEvents, 200, `outlet,id\n00000000000000A1,${SENT_ID}\n`);
  product.network.refuse(getDocumentLines, 200, '{"place":0}\n');
  for (const [name, part] of [
    ['Events (CSV)', SENT_ID],
    ['Events (NDJSON)', SENT_ID],
    ['Line file', 'place'],
  ] as const) {
    const before = product.downloads.length;
    await product.user.click(await button(name));
    await expect.poll(() => product.downloads.length).toBe(before + 1);
    expect(await product.downloads.at(-1)?.text()).toContain(part);
  }
  expect(product.network.callsOf(getDocumentEvents).map(({ params, query }) => [params.id, query.format])).toEqual([
    [STATEMENT.id, 'csv'],
    [STATEMENT.id, 'ndjson'],
  ]);
});

test('explains why the events cannot be downloaded', async () => {
  open(PROVEN);
  const message = 'The events of this document were removed. Its lines keep what they came to.';
  product.network.refuse(getDocumentEvents, 404, { message });
  await product.user.click(await button('Events (CSV)'));
  await page().findByText(message);
});

test('offers no verification of a document that is not final, and no line file of an old one', async () => {
  open({ ...STATEMENT, state: 'closing', number: null, paid: null, payment: null });
  await page().findByText('Bar 1', { exact: false });
  expect(page().queryByRole('heading', { name: 'Verification' })).toBeNull();
  open(STATEMENT);
  await button('Events (CSV)');
  expect(page().queryByRole('button', { name: 'Line file' })).toBeNull();
});

test.each([
  [1, '1 event was removed at the end of its retention period. The line keeps its count and amount.'],
  [12, '12 events were removed at the end of their retention period. The line keeps their count and amount.'],
])('names the events of a line that retention removed: %i of 13', async (removed, words) => {
  open(PROVEN);
  const left = 13 - removed;
  product.network.on(listLineEvents, {
    data: [{ id: SENT_ID, at: '2026-10-20T12:00:00.000Z', kind: 'view', micros: '10041697' }],
    total: left,
    removed,
    page: 1,
    limit: 100,
  });
  await product.user.click(await button('Events of Lobby · Bar 1 · 00000000000000A1'));
  await page().findByRole('button', { name: `Copy event ID ${SENT_ID}` });
  await page().findByText(words, { exact: false });
  await expectAccessible();
});

test('reports that retention removed all events of a line instead of showing none', async () => {
  open(PROVEN);
  product.network.on(listLineEvents, { data: [], total: 0, removed: 13, page: 1, limit: 100 });
  await product.user.click(await button('Events of Lobby · Bar 1 · 00000000000000A1'));
  await page().findByText('Events removed');
  await page().findByText(
    '13 events were removed at the end of their retention period. The line keeps their count and amount.',
  );
});
