import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALL } from '../web/features/documentation/quick-start-commands.ts';

test('the README contains the commands of the quick start', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const command of Object.values(INSTALL)) {
    for (const line of command.split('\n')) expect(readme).toContain(line.trim());
  }
});
