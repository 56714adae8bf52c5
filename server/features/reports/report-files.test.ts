import { expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';
import { reportFile } from './report-files.ts';
import { readXlsx, unzip } from './testing/read-xlsx.ts';

const REPORT: Report = {
  period: {
    from: '2026-11-01',
    to: '2026-11-02',
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  },
  compared_period: { from: '2026-10-30', to: '2026-10-31' },
  dimensions: ['day', 'venue'],
  metrics: ['views', 'click_rate', 'revenue'],
  total: { views: 1_200, click_rate: 0.25, revenue: 12.345678 },
  compared_total: { views: 1_000, click_rate: null, revenue: 10 },
  data: [
    {
      of: [
        { id: '2026-11-01', label: '2026-11-01' },
        { id: 'v1', label: '=HYPERLINK("x")' },
      ],
      values: { views: 1_200, click_rate: 0.25, revenue: 12.345678 },
      compared: { views: 1_000, click_rate: null, revenue: 10 },
    },
  ],
  rows: 1,
  next_cursor: null,
  notes: ['Energy is partly estimated.'],
};
const HEADING = {
  name: 'Días & nights',
  of: 'Alpha Hotels',
  madeAtMs: Date.UTC(2026, 10, 22, 12),
  network: 'Harbor Power',
  currency: 'USD',
  paper: 'letter',
} as const;
const make = (format: 'csv' | 'xlsx' | 'pdf') => reportFile(format, REPORT, 'property', HEADING);

test('a CSV file has machine-readable names, ids and figures', async () => {
  const { bytes, name, type } = await make('csv');
  expect([name, type]).toEqual(['voltboard-dias-nights.csv', 'text/csv; charset=utf-8']);
  expect(bytes.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    'day,venue,venue_id,views,views_compared,click_rate,click_rate_compared,revenue,revenue_compared',
    `2026-11-01,"'=HYPERLINK(""x"")",v1,1200,1000,0.25,,12.345678,10`,
  ]);
});

test('XLSX has exact numbers, text that is no formula, and empty cells for unknown values', async () => {
  const { bytes, name } = await make('xlsx');
  expect(name).toBe('voltboard-dias-nights.xlsx');
  const files = unzip(bytes);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  for (const value of ['1200', '1000', '0.25', '12.345678']) expect(sheet).toContain(`<v>${value}</v>`);
  expect(sheet).not.toContain('<f>');
  const texts = [...files.values()].join('\n');
  for (const text of ['Charges, previous', '=HYPERLINK', 'Alpha Hotels', 'Energy is partly estimated.'])
    expect(texts).toContain(text);
});

test.each([
  ['day', '2026-11-01', Date.UTC(2026, 10, 1)],
  ['week', '2026-10-26', Date.UTC(2026, 9, 26)],
  ['month', '2026-11', Date.UTC(2026, 10, 1)],
  ['hour', '2026-11-01T01:00-04:00', Date.UTC(2026, 10, 1, 1)],
] as const)('in XLSX, a %s is a date', async (dimension, id, ms) => {
  const [row] = REPORT.data;
  const data = [{ values: row?.values ?? {}, of: [{ id, label: id }] }];
  const { bytes } = await reportFile('xlsx', { ...REPORT, dimensions: [dimension], data }, 'property', HEADING);
  const [, cells] = readXlsx(bytes);
  expect(cells?.[0]).toBe(ms / DAY_MS + 25_569);
  // Two hours that a clock shows twice differ by their offset.
  if (dimension === 'hour') expect(cells?.[1]).toBe('-04:00');
  expect(unzip(bytes).get('xl/styles.xml')).toContain('Calibri');
});

test('a PDF is complete and contains its title', async () => {
  const { bytes, type } = await make('pdf');
  expect(type).toBe('application/pdf');
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF');
});

test.each([
  ['letter', 4, '612 792'],
  ['a4', 4, '595.28 841.89'],
  ['letter', 8, '792 612'],
  ['a4', 8, '841.89 595.28'],
] as const)(
  'a PDF on %s with %i columns is %s points, and contains its creation time in words',
  async (paper, many, size) => {
    const [row] = REPORT.data;
    const names = ['مقهى القاهرة', '東京コーヒー'];
    const data = names.map((name) => ({ ...row, of: [row?.of[0] ?? { id: '', label: '' }, { id: 'v', label: name }] }));
    const metrics = (['views', 'click_rate', 'revenue', 'clicks'] as const).slice(0, many / 2);
    const { compared_period: _, compared_total: __, ...plain } = REPORT;
    const report = many > 4 ? { ...REPORT, metrics } : { ...plain, metrics };
    const period = { ...REPORT.period, time_zone: 'America/New_York' };
    const { bytes } = await reportFile('pdf', { ...report, period, data } as Report, 'property', { ...HEADING, paper });
    expect(bytes.toString('latin1')).toContain(`/MediaBox [0 0 ${size}]`);
    const words = await readPdf(bytes);
    expect(words).toContain('Created Nov 22, 2026, 7:00 AM EST');
    expect(words).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    expect(words.replace(/ /g, '')).toContain('東京コーヒー');
  },
);

test('makes one file while eight wait, and rejects further requests with a retry delay', async () => {
  const formats = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 'pdf' : 'xlsx'));
  const made = await Promise.allSettled(formats.map(make));
  const refused = made.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toMatchObject(Array(3).fill({ statusCode: 503, retryAfterSeconds: 3 }));
  expect(await make('pdf')).toMatchObject({ type: 'application/pdf' });
});
