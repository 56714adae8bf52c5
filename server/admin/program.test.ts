import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const unused = (): never => {
  throw new Error('No command runs here');
};

test('the page on commands lists every command, and no other', () => {
  const terminal = { input: Readable.from([]), output: new PassThrough() };
  const commands = createProgram(unused, unused, terminal).commands.map((command) => command.name());
  const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Administrator commands\n');
  const rows = section.split('\n## ')[0]?.match(/^\| `.*?(?= \|)/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([a-z][a-z-]+)/g)].map(([, name]) => name)).sort();
  expect(listed).toEqual(commands.sort());
});
