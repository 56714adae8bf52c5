import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleFile, IMPORTED_KINDS, type ImportedKind as Kind } from '#contract/csv-columns.ts';
import { DAY_MS } from '#domain/durations.ts';
import { readConfig } from '../config/config.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { AppError } from '../http/app-error.ts';
import { kindOfFile } from '../imports/import-kinds.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { moveOutlet, setPrice } from './change-terms.ts';
import { importFile } from './import-command.ts';

let folder: string;
let context: AdminContext;
const NOW = Date.parse('2026-11-21T12:00:00Z');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voltboard-import-'));
  const config = {
    ...readConfig({ DATA_DIR: folder, NETWORK_TIME_ZONE: 'America/New_York' }),
    keys: fixedKeys('the keys of a test'),
  };
  const accounts = await openMigrated(folder);
  context = { accounts, config, now: () => NOW, print: () => {} };
});

afterEach(async () => {
  await context.accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const example = (kind: Kind): Buffer => readFileSync(`docs/examples/${kind}.csv`);

function importText(kind: Kind, text: string | Buffer, dryRun = false) {
  return importFile(context, { kind, path: fileWith(text), fileName: `${kind}.csv`, dryRun });
}

function fileWith(text: string | Buffer): string {
  const path = join(folder, 'import.csv');
  writeFileSync(path, text);
  return path;
}

async function importExamples() {
  for (const kind of ['customers', 'outlets', 'campaigns'] as const) await importText(kind, example(kind));
}

const problemsOf = async (kind: Kind, text: string | Buffer): Promise<string> => {
  const error = await importText(kind, text).then(
    () => 'imported',
    (reason: unknown) => reason,
  );
  if (!(error instanceof AdminError || error instanceof AppError)) throw error;
  return error.message;
};

const rowCounts = async (): Promise<number[]> => {
  const tables = ['customers', 'venues', 'outlets', 'outlet_assignments', 'campaigns', 'flights', 'audit_log'] as const;
  const counts: number[] = [];
  for (const table of tables) {
    const row = await context.accounts
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts.push(row.rows);
  }
  return counts;
};

test('the examples of the documents and screens can be imported in the documented order', async () => {
  for (const kind of IMPORTED_KINDS) await importText(kind, example(kind));
  for (const kind of IMPORTED_KINDS) await importText(kind, exampleFile(kind));
  const accounts = await context.accounts.selectFrom('users').select('email').orderBy('email').execute();
  expect(accounts.map(({ email }) => email)).toEqual(['ines@example.com', 'jon@example.com', 'maria@example.com']);
});

test('a flight’s days can be relative to the day of the import, and stay when the file is imported again', async () => {
  await importText('customers', example('customers'));
  const file = (starts: string, ends: string) =>
    `${String(example('campaigns')).split('\n')[0]}\nCascade Bottling,Relative,REL-1,${starts},${ends},100,cpm,1,,,,,,,,,\n`;
  const days = async () => {
    const flight = await context.accounts.selectFrom('flights').selectAll().executeTakeFirstOrThrow();
    return [flight.starts_at, flight.ends_at].map((ms) => new Date(ms).toISOString());
  };
  await importText('campaigns', file('Today', 'in 1 day'));
  expect(await days()).toEqual(['2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z']);
  context = { ...context, now: () => NOW + 9 * DAY_MS };
  await importText('campaigns', file('today', 'in 1 day'));
  expect(await days()).toEqual(['2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z']);
  for (const day of ['tomorrow', 'in -1 days', 'in 99999 days', 'in days'])
    expect(await problemsOf('campaigns', file('today', day))).toMatch(
      /is not a date; enter .*, or today, or in 90 days/,
    );
});

test('the example files build a network with venues, assignments, prices and targets', async () => {
  await importExamples();
  expect(await rowCounts()).toEqual([5, 3, 6, 6, 2, 3, 3]);
  const venues = await context.accounts
    .selectFrom('venues')
    .select(['name', 'time_zone', 'city'])
    .orderBy('name')
    .execute();
  expect(venues).toEqual([
    { name: 'Mission Street', time_zone: 'America/Los_Angeles', city: 'San Francisco' },
    { name: 'Pier House Boston', time_zone: 'America/New_York', city: 'Boston' },
    { name: 'Track 9 hall', time_zone: 'America/Chicago', city: 'Chicago' },
  ]);
  const share = await context.accounts.selectFrom('owner_shares').selectAll().executeTakeFirstOrThrow();
  expect(share).toMatchObject({ share_ppm: 350_000, valid_from: Date.parse('2026-01-01T05:00:00Z') });
  const flight = await context.accounts
    .selectFrom('flights')
    .selectAll()
    .where('code', '=', 'TIDE-HOTEL')
    .executeTakeFirstOrThrow();
  expect(flight).toMatchObject({
    starts_at: Date.parse('2026-11-21T05:00:00Z'),
    ends_at: Date.parse('2027-05-21T04:00:00Z'),
    budget_micros: 9_500_000_000,
  });
  const prices = await context.accounts
    .selectFrom('flight_prices')
    .select(['model', 'price_micros'])
    .orderBy('model')
    .execute();
  expect(prices).toEqual([
    { model: 'cpb', price_micros: 35_000 },
    { model: 'cpc', price_micros: 850_000 },
    { model: 'cpm', price_micros: 20_000_000 },
  ]);
  const targets = await context.accounts.selectFrom('flights').select('targets').where('targets', '<>', '').execute();
  expect(targets.flatMap((row) => Object.values(JSON.parse(row.targets)).flat())).toHaveLength(4);
  const outlet = await context.accounts
    .selectFrom('outlet_assignments')
    .innerJoin('outlets', 'outlets.id', 'outlet_assignments.outlet_id')
    .select('from_at')
    .where('eui', '=', '70b3d57ed0a30001')
    .executeTakeFirstOrThrow();
  expect(outlet.from_at).toBe(Date.parse('2026-02-01T08:00:00Z'));
});

test('importing the same files again changes nothing, also after prices and places changed', async () => {
  await importExamples();
  await setPrice(context, { flight: 'TIDE-HOTEL', model: 'cpc', price: '0.95', from: '2027-01-01' });
  await moveOutlet(context, {
    eui: '70B3D57ED0A10001',
    customer: 'Union Station Concourse',
    venue: 'Track 9 hall',
    from: '2026-12-01',
  });
  const before = await rowCounts();
  const everything = () => context.accounts.selectFrom('outlet_assignments').selectAll().orderBy('id').execute();
  const assignments = await everything();
  for (const kind of ['customers', 'outlets', 'campaigns'] as const) {
    const counts = await importText(kind, example(kind));
    for (const changes of counts.values()) expect(changes).toMatchObject({ created: 0, changed: 0 });
  }
  expect((await rowCounts()).slice(0, -1)).toEqual(before.slice(0, -1));
  expect(await everything()).toEqual(assignments);
});

test('counts a flight with other targets as a change', async () => {
  await importExamples();
  const elsewhere = example('campaigns').toString().replace('70B3D57ED0A10001|70B3D57ED0A10002|', '');
  expect((await importText('campaigns', elsewhere, true)).get('flights')).toMatchObject({ changed: 1 });
  await importText('campaigns', elsewhere);
  expect((await importText('campaigns', elsewhere)).get('flights')).toMatchObject({ created: 0, changed: 0 });
});

test('a dry run counts changes and stores nothing', async () => {
  const counts = await importText('customers', example('customers'), true);
  expect(counts.get('customers')).toEqual({ created: 5, changed: 0, unchanged: 0 });
  expect(await rowCounts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('one bad line among good ones imports nothing, and every bad line is reported', async () => {
  const examples = example('customers').toString();
  const lineOf = (cells: Record<string, string>) =>
    `${(examples.split('\n')[0] ?? '').split(',').map((column) => cells[column] ?? '')}\n`;
  const wrong = [
    { name: 'No Kind', kind: 'hotel' },
    { name: 'PIER house  hotels', kind: 'property' },
    { name: 'Bad Share', kind: 'property', share: '1.5', share_from: '2026-01-01' },
  ];
  const text = examples + wrong.map(lineOf).join('');
  const problems = await problemsOf('customers', text);
  expect(problems.split('\n')).toEqual([
    "customers.csv, line 7, column kind: 'hotel' is not valid; enter property, advertiser.",
    'customers.csv, line 8, column name: is the same customer as in line 2; keep one of the lines.',
    "customers.csv, line 9, column share: '1.5' is not a share; enter a value such as 0.3 or 30%.",
    '3 problems. Nothing was imported.',
  ]);
  expect(await rowCounts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

const OUTLET_HEAD = 'eui,customer,venue,from,lat,lng,time_zone,address,venue_lat,venue_lng\n';

test('a duplicate outlet, and a venue described in two ways, report both lines', async () => {
  await importText('customers', example('customers'));
  const lines = [
    '70B3D57ED0B00001,Pier House Hotels,Annex,2026-01-01,,,UTC,1 First St,,',
    '70b3-d57e-d0b0-0001,Pier House Hotels,Annex,2026-01-01,,,,,,',
    '70B3D57ED0B00003,Pier House Hotels,Annex,2026-01-01,,,,2 Second St,,',
  ];
  const problems = await problemsOf('outlets', OUTLET_HEAD + lines.join('\n'));
  expect(problems).toContain('line 3, column eui: is also in line 2');
  expect(problems).toContain("line 4, column address: differs for the venue 'Annex' from line 2");
});

test('a later date moves an outlet and keeps its history', async () => {
  await importExamples();
  const counts = await importText(
    'outlets',
    'eui,customer,venue,from\n70B3D57ED0A10001,Union Station Concourse,Track 9 hall,2026-12-01\n',
  );
  expect(counts.get('assignments')).toEqual({ created: 0, changed: 1, unchanged: 0 });
  const rows = await context.accounts
    .selectFrom('outlet_assignments')
    .innerJoin('outlets', 'outlets.id', 'outlet_assignments.outlet_id')
    .select(['from_at', 'to_at'])
    .where('eui', '=', '70b3d57ed0a10001')
    .orderBy('from_at')
    .execute();
  const moved = Date.parse('2026-12-01T06:00:00Z');
  expect(rows).toEqual([
    { from_at: Date.parse('2026-01-01T05:00:00Z'), to_at: moved },
    { from_at: moved, to_at: null },
  ]);
});

test.each([
  ['', /The file is empty/],
  ['name,kind\n', /has a header but no lines/],
  ['name,sort\nA,B\n', /line 1: the header is missing kind and has unknown columns 'sort'/],
  ['name,kind\n"open,property\n', /line 2: a quote is not closed/],
  [Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0xff]), /not encoded in UTF-8/],
])('rejects a file that is no table (%#) in one line', async (text, message) => {
  const problems = await problemsOf('customers', text);
  expect(problems).toMatch(message);
  expect(problems).not.toContain('\n');
});

test('reads a byte order mark, semicolons and line ends of a spreadsheet, and counts lines through quoted breaks', async () => {
  await importText('customers', '\ufeffname;kind\r\n"Zoë;s Gym";property\r\n\r\nCafé Łódź;PROPERTY\r\n');
  const names = await context.accounts.selectFrom('customers').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['Café Łódź', 'Zoë;s Gym']);
  expect(await problemsOf('customers', 'name,kind\n"two\nlines",property\nX,what\n')).toMatch(/line 4, column kind/);
});

test.each([
  ['customers.csv', 'customers'],
  ['2026 Outlets (2).csv', 'outlets'],
  ['campaigns-outlets.csv', null],
  ['data.csv', null],
])('the file name %s means %s', (name, kind) => {
  expect(kindOfFile(name)).toBe(kind);
});
