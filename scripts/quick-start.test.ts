import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAMPAIGN_COLUMNS } from '../server/imports/import-campaigns.ts';
import { CUSTOMER_COLUMNS } from '../server/imports/import-customers.ts';
import { OUTLET_COLUMNS } from '../server/imports/import-outlets.ts';
import { FILES, INSTALL } from '../web/features/documentation/quick-start-commands.ts';

test('the README prints the commands of the quick start', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const command of Object.values(INSTALL)) {
    for (const line of command.split('\n')) expect(readme).toContain(line.trim());
  }
});

test('the quick start names the columns that an import takes', () => {
  const columns = [CUSTOMER_COLUMNS, OUTLET_COLUMNS, CAMPAIGN_COLUMNS];
  expect(FILES.slice(0, 3).map(([, ...named]) => named)).toEqual(
    columns.map(({ required, optional }) => [required.join(', '), optional.join(', ')]),
  );
});
