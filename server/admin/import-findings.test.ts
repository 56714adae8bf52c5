import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportedKind as Kind } from '#contract/csv-columns.ts';
import { readConfig } from '../config/config.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import type { AdminContext } from './admin-context.ts';
import { importCommand, importFile } from './import-command.ts';

let folder: string;
let context: AdminContext;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voltboard-findings-'));
  const config = { ...readConfig({ DATA_DIR: folder }), keys: fixedKeys('the keys of a test') };
  const accounts = await openMigrated(folder);
  context = { accounts, config, now: () => Date.parse('2026-11-21T12:00:00Z'), print: () => {} };
  for (const kind of ['customers', 'outlets', 'campaigns'] as const) {
    await importText(kind, readFileSync(`docs/examples/${kind}.csv`));
  }
});

afterAll(async () => {
  await context.accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const importText = (kind: Kind, text: string | Buffer) =>
  importFile(context, { kind, path: fileWith(text), fileName: `${kind}.csv`, dryRun: false });

function fileWith(text: string | Buffer): string {
  const path = join(folder, 'import.csv');
  writeFileSync(path, text);
  return path;
}

/** Returns the rows of every table that an import writes. */
async function stored(): Promise<unknown[]> {
  const tables = [
    'customers',
    'venues',
    'outlets',
    'outlet_assignments',
    'campaigns',
    'flights',
    'flight_prices',
  ] as const;
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await context.accounts.selectFrom(table).selectAll().orderBy('id').execute());
  return rows;
}

const OUTLET_HEAD = 'eui,customer,venue,from,lat,lng,time_zone,address,venue_lat,venue_lng\n';
const BOSTON = 'Pier House Hotels,Pier House Boston';

test.each([
  [
    'no EUI',
    `70B3,${BOSTON},2026-01-01,,,,,,`,
    /line 2, column eui: '70B3' is not an EUI; enter 16 hexadecimal digits/,
  ],
  ['a spreadsheet number', `7.0B3E+15,${BOSTON},2026-01-01,,,,,,`, /column eui/],
  [
    'an unknown customer',
    '70B3D57ED0B00001,Nobody,Hall,2026-01-01,,,UTC,,,',
    /column customer: 'Nobody' was not found; import it with customers.csv first/,
  ],
  [
    'an advertiser',
    '70B3D57ED0B00001,Cascade Bottling,Hall,2026-01-01,,,UTC,,,',
    /column customer: 'Cascade Bottling' is an advertiser/,
  ],
  ['no venue', '70B3D57ED0B00001,Pier House Hotels,,2026-01-01,,,UTC,,,', /column venue: is blank; enter text/],
  [
    'latitude 91',
    `70B3D57ED0B00001,${BOSTON},2026-01-01,91,0,,,,`,
    /column lat: '91' is not a valid coordinate; enter decimal degrees from -90 to 90/,
  ],
  [
    'half a position',
    `70B3D57ED0B00001,${BOSTON},2026-01-01,42.3,,,,,`,
    /column lng: is blank; enter both lat and lng, or neither/,
  ],
  ['the null island', `70B3D57ED0B00001,${BOSTON},2026-01-01,0,0,,,,`, /column lat: is 0 with longitude 0/],
  [
    'a made-up zone',
    '70B3D57ED0B00001,Pier House Hotels,New,2026-01-01,,,Mars/Olympus,,,',
    /column time_zone: 'Mars\/Olympus' is not a time zone/,
  ],
  [
    'a new venue without zone',
    '70B3D57ED0B00001,Pier House Hotels,New,2026-01-01,,,,,,',
    /column time_zone: is required for the new venue 'New'/,
  ],
  [
    'an American date',
    `70B3D57ED0B00001,${BOSTON},01/02/2026,,,,,,`,
    /column from: '01\/02\/2026' is ambiguous; enter 2026-02-01 or 2026-01-02/,
  ],
  ['30 February', `70B3D57ED0B00001,${BOSTON},2026-02-30,,,,,,`, /column from/],
  [
    'another date for a place it has',
    `70B3D57ED0A10001,${BOSTON},2026-05-01,,,,,,`,
    /column from: differs from the stored date: the outlet has been at 'Pier House Boston' since 2026-01-01/,
  ],
  [
    'a move into the past',
    '70B3D57ED0A10001,Union Station Concourse,Track 9 hall,2025-12-01,,,,,,',
    /column from: is before the outlet's current venue began/,
  ],
  ['a missing cell', `70B3D57ED0B00001,${BOSTON},2026-01-01`, /line 2: has 4 cells, but the header has 10/],
  [
    'a direction override',
    '70B3D57ED0B00001,Pier House Hotels,Ha\u202ell,2026-01-01,,,UTC,,,',
    /column venue: contains invisible or control characters/,
  ],
])('rejects outlets.csv with %s', async (_, line, message) => {
  const before = await stored();
  const good = '70B3D57ED0FF0001,Pier House Hotels,Brand new place,2026-01-01,,,UTC,,,';
  await expect(importText('outlets', `${OUTLET_HEAD}${line}\n${good}\n`)).rejects.toThrow(message);
  expect(await stored()).toEqual(before);
});

const CAMPAIGN_HEAD = 'advertiser,campaign,flight,starts,ends,budget,model,price,targets\n';

test.each([
  [
    'an owner',
    'Pier House Hotels,C,F-1,2026-01-01,2026-02-01,10,cpm,1,',
    /column advertiser: 'Pier House Hotels' is a property customer/,
  ],
  [
    'a code with blanks',
    'Cascade Bottling,C,F 1,2026-01-01,2026-02-01,10,cpm,1,',
    /column flight: 'F 1' is not a code/,
  ],
  ['ends before starts', 'Cascade Bottling,C,F-1,2026-02-01,2026-01-01,10,cpm,1,', /column ends: is before starts/],
  [
    'a thousand or one and a bit',
    'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,"1,234",cpm,1,',
    /column budget: '1,234' is ambiguous; enter 1.2340 or 1234/,
  ],
  [
    'a dollar sign',
    'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,$10,cpm,1,',
    /column budget: '\$10' is not an amount; enter a number/,
  ],
  ['too fine a price', 'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,10,cpm,0.0000001,', /column price/],
  [
    'a price that rounding would distort',
    'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,10,cpm,0.0104,',
    /column price: .*use 0\.010 or 0\.011/,
  ],
  [
    'an unknown model',
    'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,10,cpa,1,',
    /column model: 'cpa' is not valid; enter cpm, cpc, cpb, flat/,
  ],
  [
    'an unknown target',
    'Cascade Bottling,C,F-1,2026-01-01,2026-02-01,10,cpm,1,Nowhere > Hall',
    /column targets: 'Nowhere > Hall' is neither/,
  ],
  [
    'another price',
    'Tidewater Credit Union,New in town,TIDE-HOTEL,2026-04-01,2026-12-31,9500,cpc,0.86,',
    /column price: differs from the stored price; .*set-price/,
  ],
  [
    'a code of another campaign',
    'Cascade Bottling,C,TIDE-HOTEL,2026-04-01,2026-12-31,9500,cpc,0.85,',
    /column flight: 'TIDE-HOTEL' belongs to another campaign/,
  ],
  [
    'a circle that is none',
    'Cascade Bottling,C,CIRC-1,2026-04-01,2026-12-31,9500,cpc,0.85,"circle:1,2"',
    /column targets: 'circle:1,2' is not a circle/,
  ],
])('rejects campaigns.csv with %s', async (_, line, message) => {
  const before = await stored();
  await expect(
    importText('campaigns', `${CAMPAIGN_HEAD}Cascade Bottling,Good,GOOD-1,2026-01-01,2026-02-01,10,cpm,1,\n${line}\n`),
  ).rejects.toThrow(message);
  expect(await stored()).toEqual(before);
});

test('Ctrl-C ends an import, which stores nothing', async () => {
  const before = await stored();
  const already = process.listeners('SIGINT');
  const path = fileWith(
    `name,kind\n${Array.from({ length: 500 }, (_, index) => `Interrupted ${index},property`).join('\n')}`,
  );
  const importing = importCommand(context, path, { kind: 'customers' });
  const refused = expect(importing).rejects.toThrow('Interrupted. Nothing was imported.');
  const heard = () => process.listeners('SIGINT').filter((listener) => !already.includes(listener));
  while (heard().length === 0) await new Promise(setImmediate);
  for (const listener of heard()) listener('SIGINT');
  await refused;
  expect(await stored()).toEqual(before);
  expect(process.listeners('SIGINT')).toEqual(already);
});
