import { expect, test } from 'vitest';
import { statementWords } from './statement-words.ts';

test.each([
  ['statement Larkspur October', { months: ['2026-10'], rest: 'larkspur' }],
  ['pdf december', { months: ['2025-12'], rest: '' }],
  ['invoice sept 2024 Brightleaf Coffee', { months: ['2024-09'], rest: 'brightleaf coffee' }],
  ['Larkspur 2026-08 report', { months: ['2026-08'], rest: 'larkspur' }],
  ['statements', { months: ['2026-10', '2026-11'], rest: '' }],
  ['larkspur october', null],
] as const)('%s', (text, meant) => {
  expect(statementWords(text, '2026-11-21')).toEqual(meant);
});

test('in January the month before is in the year before', () => {
  expect(statementWords('pdf', '2026-01-02')?.months).toEqual(['2025-12', '2026-01']);
});
