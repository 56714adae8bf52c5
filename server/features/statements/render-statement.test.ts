import { buffer } from 'node:stream/consumers';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { renderStatement } from './render-statement.ts';
import type { StatementData, StatementOutlet } from './statement-data.ts';

const outlet = (index: number, more: Partial<StatementOutlet> = {}): StatementOutlet => ({
  eui: (0x70b3d57ed0000000n + BigInt(index)).toString(16),
  venue: `Gate ${index}`,
  views: 1_000 + index,
  clicks: 50,
  burns: 400,
  amountMicros: 10_004_999n,
  energyMilliWh: 25_000_000n,
  energyEstimated: false,
  rating: 40,
  ...more,
});

const statement = (more: Partial<StatementData> = {}): StatementData => ({
  perspective: 'property',
  networkName: 'Voltboard',
  customerId: '01930000-0000-7000-8000-000000000001',
  customer: 'Harbour Hotels',
  sponsor: null,
  campaignStatus: null,
  period: {
    fromMs: Date.parse('2026-10-01T04:00:00Z'),
    toMs: Date.parse('2026-11-01T04:00:00Z'),
    sinceMs: null,
    timeZone: 'America/New_York',
    venuesOwnDays: false,
  },
  knownOnMs: null,
  issuedAtMs: Date.parse('2026-11-21T15:00:00Z'),
  paper: 'letter',
  currency: 'USD',
  energyCostPerKwh: 0.17,
  energyKwhPerView: 0.025,
  outlets: [outlet(1), outlet(2), outlet(3)],
  days: [
    { day: '2026-10-01', views: 1_500, amountMicros: 12_000_000n },
    { day: '2026-10-02', views: 1_506, amountMicros: 18_014_997n },
  ],
  ...more,
});

async function print(data: StatementData): Promise<Buffer> {
  const { stream, draw } = await renderStatement(data);
  const [pdf] = await Promise.all([buffer(stream), draw()]);
  return pdf;
}

/** Returns the text of each page, as a reader of the file sees it. */
async function read(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  const actions: unknown[] = [await document.getJSActions(), await document.getAttachments()];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
    actions.push(...(await page.getAnnotations()));
  }
  const { info } = await document.getMetadata();
  const tree = await document.getPage(1).then((page) => page.getStructTree());
  await document.destroy();
  return { pages, text: pages.join('\n'), actions, info, tree: JSON.stringify(tree) };
}

test('an owner sees charges, its share as revenue, kWh and cost', async () => {
  const { text } = await read(await print(statement()));
  for (const part of [
    'Outlet statement',
    'Harbour Hotels',
    'October 1, 2026 to October 31, 2026',
    'America/New_York',
    'Issued November 21, 2026',
    'Outlets Overview',
    'Power Outlets',
    'Charges per day',
    'Revenue per day, USD',
    '70B3D57ED0000001',
    '75.000 kWh',
    'cost $12.75',
    'your share',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toMatch(/Recorded revenue|Spend|Sponsor/);
});

test('an administrator sees recorded revenue', async () => {
  const { text } = await read(await print(statement({ perspective: 'admin' })));
  expect(text).toContain('Outlet report');
  expect(text).toContain('Recorded revenue');
  expect(text).toContain('before shares');
});

test('an advertiser sees a campaign overview with spend and nothing about energy', async () => {
  const outlets = [outlet(1, { energyMilliWh: null }), outlet(2, { energyMilliWh: null })];
  const data = statement({ perspective: 'advertiser', sponsor: 'Northwind Coffee', campaignStatus: 'Live', outlets });
  const { text } = await read(await print(data));
  for (const part of ['Campaign Overview', 'Status', 'Live', 'Total Views', 'Total Clicks', 'Total Campaign spend']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Active Campaigns');
  expect(text).toContain('Sponsor: Northwind Coffee');
  expect(text).not.toMatch(/kWh|energy|Charges|revenue|share/i);
});

test('the total is the exact sum rounded once, and a rounding line makes the rows add up', async () => {
  // Three times 10.004999: each row prints 10.00, and the exact sum 30.014997 prints 30.01.
  const { text } = await read(await print(statement()));
  expect(text.match(/\$10\.00/g)).toHaveLength(3);
  expect(text).toMatch(/Rounding .*\$0\.01/);
  expect(text).toMatch(/Total 3,006 150 1,200 \$30\.01/);
  const even = await read(await print(statement({ outlets: [outlet(1, { amountMicros: 20_000n })] })));
  expect(even.text).not.toContain('Rounding');
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '(/URI (https://evil.example))',
  'file:///etc/passwd',
  '%s %n {{7*7}} {% raw %}',
  'Žluťoučký kůň Łódź Ñandú ŐŰ ıİ',
  'Ελληνικά Кириллица',
  ') Tj ET /JS (app.alert(1)) BT (',
];

test.each(HOSTILE)('prints the name %j literally', async (name) => {
  const pdf = await print(statement({ customer: name, outlets: [outlet(1, { venue: name.slice(0, 14) })] }));
  const { text, actions, info } = await read(pdf);
  expect(text).toContain(name);
  expect(text).toContain(name.slice(0, 14).trim());
  expect(info).toMatchObject({ Title: `Outlet statement: ${name}` });
  expect(actions.filter((action) => action !== null)).toEqual([]);
});

test('removes control characters and direction overrides, prints other scripts, and limits lengths', async () => {
  const { text } = await read(
    await print(statement({ customer: 'Good\u202e\u0000\u0007\u200b\r\nName\ud800', sponsor: 'שלום' })),
  );
  expect(text).toContain('Good Name');
  expect(text).toMatch(/שלום|םולש/);
  const long = await read(
    await print(statement({ customer: 'W'.repeat(10_000), outlets: [outlet(1, { venue: 'long '.repeat(2_000) })] })),
  );
  expect(long.text.length).toBeLessThan(3_000);
  expect(long.text).toContain('W…');
  expect(long.pages).toHaveLength(1);
});

test.each([
  ['上海酒店', '上海酒店'],
  ['서울 호텔', '서울호텔'],
  ['Crown 👑 Hotel', 'Crown👑Hotel'],
  ['Power ⚡\ufe0f Bar', /Power⚡\ufe0f?Bar/],
  ['Rare \u9fc0 sign', 'Rare\u9fc0sign'],
  ['コーヒー', 'コーヒー'],
  ['โรงแรม', 'โรงแรม'],
  // No font has hieroglyphs or Vai.
  ['\u{13000}', 'CustomerA1'],
  ['Vai \ua500', /Vai\w+/],
])('prints the name %j in its own script if a font has it, and in Latin letters otherwise', async (name, printed) => {
  const { text, info } = await read(await print(statement({ customer: name, outlets: [outlet(1, { venue: name })] })));
  // Glyphs from different fonts are separate text parts.
  expect(text.replace(/ /g, '')).toMatch(printed);
  expect(text).not.toContain('\ufffd');
  expect(info).toMatchObject({ Title: `Outlet statement: ${name}` });
});

test('a long table repeats its header and numbers its pages', async () => {
  const { pages, text } = await read(
    await print(statement({ outlets: Array.from({ length: 120 }, (_, index) => outlet(index)) })),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Device EUI');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('Harbour Hotels');
  }
  expect(text.match(/70B3D57ED00000[0-9A-F]{2}/g)).toHaveLength(120);
  expect(text.match(/\bTotal\b/g)).toHaveLength(1);
});

test('tags the file for screen readers, with table cells and described charts', async () => {
  const { tree } = await read(await print(statement()));
  expect(tree).toMatch(/"role":"H1"/);
  expect(tree).toMatch(/"role":"TH"/);
  expect(tree).toMatch(/"role":"TD"/);
  expect(tree).toContain('Chart of Charges per day, Oct 1 to Oct 2; highest 1,506.');
});

test('prints a sentence if nothing was recorded', async () => {
  const { text } = await read(await print(statement({ outlets: [], days: [] })));
  expect(text).toContain('Nothing was recorded in this period.');
  expect(text).toMatch(/Total 0 0 0 \$0\.00/);
});

test('prints 5,000 outlets on one statement without blocking other work', async () => {
  const { stream, draw } = await renderStatement(
    statement({ outlets: Array.from({ length: 5_000 }, (_, index) => outlet(index)) }),
  );
  let turns = 0;
  const clock = setInterval(() => turns++, 1);
  const [pdf] = await Promise.all([buffer(stream), draw()]);
  clearInterval(clock);
  expect(turns).toBeGreaterThan(10);
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const last = await document.getPage(document.numPages);
  const text = (await last.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ');
  expect(text).toContain(`Page ${document.numPages} of ${document.numPages}`);
  expect(text).toContain('$50,025.00');
  await document.destroy();
});

test('aborting a drawing stops it and destroys its stream', async () => {
  const { stream, draw } = await renderStatement(
    statement({ outlets: Array.from({ length: 5_000 }, (_, index) => outlet(index)) }),
  );
  stream.on('error', () => {});
  const abort = new AbortController();
  const drawn = draw(abort.signal);
  abort.abort();
  await expect(drawn).rejects.toThrow();
  expect(stream.destroyed).toBe(true);
});
