import { expect, test } from 'vitest';
import { pictureLibrary } from '../people/picture-library.ts';
import type { FinalDocument } from './document-parts.ts';
import type { LineRow } from './drafts-queries.ts';
import { drawDocument } from './draw-document.ts';
import type { Letterhead } from './draw-letter.ts';

const DOCUMENT: FinalDocument = {
  ...{ id: 'invoice-2026-10-x', kind: 'invoice', month: '2026-10', customer_name: 'Brightwater', currency: 'USD' },
  ...{ customer_address: '12 Harbor Walk, Boston, MA 02110', customer_tax_id: '04-7' },
  ...{ time_zone: 'UTC', cut_off_at: 1_793_900_000, layout: 2, number: 12, total_cents: 123_456 },
  ...{ final_at: 1_793_920_000_000, due_at: 1_796_512_000_000 },
};
const line = (place: number): LineRow => ({
  ...{
    document_id: DOCUMENT.id,
    place,
    kind: 'delivery',
    month: '2026-10',
    of_key: 1,
    part: 'Spring',
    item: `S-${place}`,
  },
  ...{ mark: '', views: 10, clicks: 1, burns: 0, amount_micros: 5, owner_micros: 1, micros: 5, adjustment_id: null },
});
const WORDS = { name: 'Harbour Network Inc.', address: '1 Pier Road\nBoston', tax_id: '12-3', contact: 'a@b.example' };

async function letterhead(): Promise<Letterhead> {
  const sharp = await pictureLibrary();
  const create = { width: 300, height: 80, channels: 3, background: '#336699' } as const;
  const logo = (await sharp({ create }).jpeg().toBuffer()).toString('base64');
  return { ...WORDS, payment: 'Bank of Boston\nIBAN DE02', logo };
}

test('a letter has the same bytes whenever it is drawn, the logo as it is, and a table that is tagged', async () => {
  const own = await letterhead();
  const lines = [line(0), line(1)];
  const { bytes, sha256 } = await drawDocument(DOCUMENT, lines, own);
  expect((await drawDocument(DOCUMENT, lines, own)).sha256).toBe(sha256);
  expect((await drawDocument(DOCUMENT, lines, { ...own, tax_id: '12-4' })).sha256).not.toBe(sha256);
  for (const other of [{ customer_address: '' }, { customer_tax_id: '04-8' }])
    expect((await drawDocument({ ...DOCUMENT, ...other }, lines, own)).sha256).not.toBe(sha256);
  expect(bytes.includes(Buffer.from(own.logo, 'base64'))).toBe(true);
  const text = bytes.toString('latin1');
  for (const tag of ['/S /Table', '/S /TR', '/S /TH', '/S /TD', '/S /H1', '/S /H2', '/Lang (en-US)', '/Marked true'])
    expect(text, tag).toContain(tag);
});

test('documents that were final before there was a letterhead are drawn as they were', async () => {
  const first = { ...DOCUMENT, layout: 1 };
  const { sha256 } = await drawDocument(first, [line(0)], undefined);
  expect((await drawDocument(first, [line(0)], await letterhead())).sha256).toBe(sha256);
});

test('others get their turn while thousands of lines are drawn', async () => {
  const lines = Array.from({ length: 4_000 }, (_, place) => line(place));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await drawDocument(DOCUMENT, lines, undefined);
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});
