import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMPONENT_DOCS } from './component-docs.ts';

/** The style sheets that every page includes. */
const SHARED = readFileSync('web/app/theme/styles.ts', 'utf8');
/** Parts whose style sheets another part needs. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = { Modal: ['ModalBase', 'Overlay'], Menu: ['Popover'] };

const sheet = (name: string): string => `import '@mantine/core/styles/${name}.layer.css';`;

/** Returns the style sheets that code needs for the components that it imports. */
function neededBy(code: string): string[] {
  const names = /import \{ ([^}]*) \} from '@mantine\/core'/.exec(code)?.[1]?.split(', ') ?? [];
  return names
    .flatMap((name) => [name, ...(MADE_OF[name] ?? [])])
    .filter((name) => existsSync(`node_modules/@mantine/core/styles/${name}.layer.css`))
    .map(sheet)
    .filter((line) => !SHARED.includes(line));
}

const PIECES = Object.entries(COMPONENT_DOCS).flatMap(([path, { snippet, examples }]) => [
  { name: `the import of ${path}`, code: snippet },
  ...examples.map(({ title, code }) => ({ name: `${path}: ${title}`, code })),
]);

test.each(PIECES)('contains in $name everything that a copy needs', ({ code }) => {
  for (const line of neededBy(code)) expect(code).toContain(line);
  // The code imports or declares every component that it uses.
  const used = new Set([...code.matchAll(/<([A-Z]\w*)/g)].map(([, name = '']) => name));
  for (const name of used)
    expect(code).toMatch(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\}|(?:const|function) ${name}\\b`));
});
