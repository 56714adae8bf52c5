import { expect, test } from 'vitest';
import { sharp } from '../pictures/testing/open-sharp.ts';
import type { FinalDocument, PrintedLine } from './document-parts.ts';
import { drawDocument } from './draw-document.ts';
import type { Letterhead } from './draw-letter.ts';

const DOCUMENT: FinalDocument = {
  id: 'invoice-2026-10-x',
  kind: 'invoice',
  month: '2026-10',
  customer_name: 'Brightwater',
  currency: 'USD',
  customer_address: '12 Harbor Walk, Boston, MA 02110',
  customer_tax_id: '04-7',
  lines_sha256: null,
  ledger_seq: null,
  ledger_head: null,
  time_zone: 'UTC',
  cut_off_at: 1_793_900_000,
  layout: 2,
  number: 12,
  total_cents: 123_456,
  final_at: 1_793_920_000_000,
  due_at: 1_796_512_000_000,
  paper: 'letter',
  corrects: '',
};
const line = (place: number): PrintedLine => ({
  document_id: DOCUMENT.id,
  place,
  kind: 'delivery',
  month: '2026-10',
  of_key: 1,
  part: 'Spring',
  item: `S-${place}`,
  mark: '',
  views: 10,
  clicks: 1,
  burns: 0,
  amount_micros: 5,
  owner_micros: 1,
  micros: 5,
  adjustment_id: null,
  judged: [],
});
const WORDS = { name: 'Harbour Network Inc.', address: '1 Pier Road\nBoston', tax_id: '12-3', contact: 'a@b.example' };

async function letterhead(): Promise<Letterhead> {
  const create = { width: 300, height: 80, channels: 3, background: '#336699' } as const;
  const logo = (await sharp({ create }).jpeg().toBuffer()).toString('base64');
  return { ...WORDS, payment: 'Bank of Boston\nIBAN DE02', logo };
}

const PROOF = { lines_sha256: 'ab'.repeat(32), ledger_seq: 41, ledger_head: 'cd'.repeat(32) };
const DRAWINGS = [
  { layout: 2 },
  { layout: 3 },
  { layout: 4, ...PROOF },
  { layout: 5, ...PROOF },
  { layout: 6, ...PROOF },
].map((own) => ({ ...DOCUMENT, ...own }));

test('the bytes of a document include its line file and its ledger head', async () => {
  const [, , document] = DRAWINGS;
  if (document === undefined) throw new Error('there are four drawings');
  const { sha256 } = await drawDocument(document, [line(0)], undefined);
  for (const other of [{ lines_sha256: 'ac'.repeat(32) }, { ledger_seq: 42 }, { ledger_head: 'ce'.repeat(32) }])
    expect((await drawDocument({ ...document, ...other }, [line(0)], undefined)).sha256).not.toBe(sha256);
});

test.each(DRAWINGS)('a letter always has the same bytes, the logo unchanged, and a tagged table', async (document) => {
  const own = await letterhead();
  const lines = [line(0), line(1)];
  const { bytes, sha256 } = await drawDocument(document, lines, own);
  expect((await drawDocument(document, lines, own)).sha256).toBe(sha256);
  expect((await drawDocument(document, lines, { ...own, tax_id: '12-4' })).sha256).not.toBe(sha256);
  for (const other of [{ customer_address: '' }, { customer_tax_id: '04-8' }])
    expect((await drawDocument({ ...document, ...other }, lines, own)).sha256).not.toBe(sha256);
  expect(bytes.includes(Buffer.from(own.logo, 'base64'))).toBe(true);
  const text = bytes.toString('latin1');
  for (const tag of ['/S /Table', '/S /TR', '/S /TH', '/S /TD', '/S /H1', '/S /H2', '/Lang (en-US)', '/Marked true'])
    expect(text, tag).toContain(tag);
});

test('documents that were final before there was a letterhead keep their drawing', async () => {
  const first = { ...DOCUMENT, layout: 1 };
  const { sha256 } = await drawDocument(first, [line(0)], undefined);
  expect((await drawDocument(first, [line(0)], await letterhead())).sha256).toBe(sha256);
});

test('the character of a glyph comes from this document, not from the one before it', async () => {
  // Each pair shares one glyph of Inter: the quotation mark and the letter for a glottal stop, the Greek letter delta
  // and the difference sign.
  const twins = [
    ['\u2019', '\u02bc'],
    ['\u0394', '\u2206'],
  ] as const;
  const drawn = async (text: string) => (await drawDocument({ ...DOCUMENT, customer_name: text }, [], undefined)).bytes;
  const codeOf = (character: string) => `<${character.charCodeAt(0).toString(16).padStart(4, '0')}>`;
  for (const [one, other] of twins) {
    const first = await drawn(one);
    expect((await drawn(other)).includes(codeOf(other))).toBe(true);
    expect((await drawn(other)).includes(codeOf(one))).toBe(false);
    expect(await drawn(one)).toEqual(first);
  }
});

test('documents of earlier layouts keep the bytes they were sent with', async () => {
  const lines = Array.from({ length: 60 }, (_, place) => line(place));
  const own = { ...WORDS, payment: 'Bank of Boston\nIBAN DE02', logo: '' };
  const drawn = async (layout: number) => (await drawDocument({ ...DOCUMENT, layout }, lines, own)).sha256;
  expect(await drawn(1)).toBe('d39a62f04425afffa2d5ac1bf1acb0738417dd75fd85769ca49ad6d7e54dc256');
  expect(await drawn(2)).toBe('45747aeb580a87e4ca98c549c3e0e99cd6aea2eb27db8ee56e36a9f185268b8c');
});

test('documents with names in every script, many pages, and more rows than are tagged by cell keep their bytes too', async () => {
  const names = [
    'Café Łódź & Söhne',
    'Москва',
    'Ξενία',
    'コーヒー東京',
    'שלום',
    'فندق',
    'a\u0301e\u0301\u0323',
    'AV To "W,',
    '🙂 x',
    '',
  ];
  const parts = [
    ...names,
    'Nosuchspacewordthatisverylongindeedandmustbecut',
    'words that have to be broken into several lines',
  ];
  const judged = { reason: 'repeated', views: 4, clicks: 1, burns: 0, amount_micros: 77, owner_micros: 7 } as const;
  const lines = Array.from({ length: 1_020 }, (_, place) => ({
    ...line(place),
    part: parts[place % parts.length] ?? '',
    item: parts[(place * 7) % parts.length] ?? '',
    views: place ** 3,
    micros: (place - 9) * 123_457,
    judged: place % 5 === 0 ? [judged] : [],
  }));
  const sums = await Promise.all(
    [1, 2, 3].map(async (layout) => (await drawDocument({ ...DOCUMENT, layout }, lines, undefined)).sha256),
  );
  expect(sums).toEqual([
    '9d32202b6197ffba4c3508e70d5e6a2d2065601f644dcfcd74b67d9c93e7506f',
    '2c141c4e8d187a95dc20371865154ec7baa070e173b55249b38525f35a9bb459',
    '40038aa644ca474304c4b618557d9f58b08f6fdbfd5af8687c96adef66f0aeff',
  ]);
  expect((await drawDocument({ ...DOCUMENT, layout: 3 }, lines.slice(0, 99), undefined)).sha256).toBe(
    '9833a699b30fdbafa2f521e922afcf5fb2c73dd66b2f3160a8036b71850a6e56',
  );
  const fourth = { ...DOCUMENT, ...PROOF, layout: 4 };
  expect((await drawDocument(fourth, lines, undefined)).sha256).toBe(
    '42c2379b935ae17af8f96c1986829882d5d81215c4bc6f962af3177e1f52609b',
  );
  // At that layout, a negative sum was still an invoice.
  expect((await drawDocument({ ...fourth, total_cents: -500 }, lines.slice(0, 99), undefined)).sha256).toBe(
    'f239ec1e8658dbe3415caa4c55913148074aaf0c39b9428e3cbb735af42ef353',
  );
});

test('documents of the fifth layout keep its wording', async () => {
  const reasons = ['play_elsewhere', 'unsigned', 'out_of_order', 'backfill', 'visitor_pace', 'outlet_silent'] as const;
  const counts = { views: 4, clicks: 1, burns: 0, amount_micros: 77, owner_micros: 7 };
  const lines = [
    ...reasons.map((reason, place) => ({ ...line(place), judged: [{ reason, ...counts }] })),
    ...(['late', 'adjustment', 'carried', 'carried-on'] as const).map((kind, at) => ({ ...line(10 + at), kind })),
  ];
  const fifth = { ...DOCUMENT, ...PROOF, layout: 5, counted_views: 5_000, unsigned_views: 1_234, unsigned_micros: 777 };
  const own = { ...WORDS, payment: 'Bank of Boston', logo: '' };
  const drawn = async (change: Partial<FinalDocument>) =>
    (await drawDocument({ ...fifth, ...change }, lines, own)).sha256;
  expect(await drawn({})).toBe('f8468a36e75cb91e7db9ee0cf5109d4ac53f6ebc41dae13bc44d5b54b5d76838');
  expect(await drawn({ kind: 'statement', total_cents: -5 })).toBe(
    '6614da8e383dfe6513a86817302ccd09d8d8089887c5b487d426a966a7dd1794',
  );
  expect(await drawn({ layout: 6 })).not.toBe(await drawn({}));
});

test.each(DRAWINGS)('other work runs while thousands of lines are drawn', async (document) => {
  const lines = Array.from({ length: 4_000 }, (_, place) => line(place));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await drawDocument(document, lines, undefined);
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});
