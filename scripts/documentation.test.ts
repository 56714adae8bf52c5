import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from './source-files.ts';

const FACTS = 'web/features/documentation/ingest-facts.ts';
const SERVER = 'server/features/ingest/check/rejection.ts';

test.runIf(existsSync(FACTS))('the documentation lists every code with which the server rejects an event', () => {
  const reasons = /const REASONS = \{([\s\S]*?)\n\} as const/.exec(textOf(SERVER))?.[1] ?? '';
  const codes = [...reasons.matchAll(/^ {2}(\w+):/gm)].map(([, code = '']) => code);
  const documented = [...textOf(FACTS).matchAll(/code: '(\w+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual([...codes, 'invalid'].toSorted());
});
