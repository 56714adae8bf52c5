import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code.ts';

test.each([
  ['tsx', "const a = <b title='x & y'>1 < 2</b>; // 'done'"],
  ['bash', 'curl -H "Authorization: Bearer $KEY" -d \'[{"id":1}]\''],
  ['json', '{"accepted": 1, "results": ["<a>"]}'],
] as const)('%s keeps every character', (language, code) => {
  expect(
    highlightCode(code, language)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
});

test('classifies keywords', () => {
  expect(highlightCode('const a = 1;', 'tsx')[0]).toEqual({ kind: 'hljs-keyword', text: 'const' });
});
