import { expect, test } from 'vitest';
import { sourceFiles, textOf } from '../source-files.ts';
import { fileOf, mutated } from './find-line.ts';
import { MUTANTS } from './mutants.ts';

const tests = sourceFiles().filter((file) => /\.test\.ts$/.test(file));

test.each(MUTANTS)('the line of a mutant is in one place, and its tests are: $line', (mutant) => {
  const text = textOf(fileOf(mutant));
  expect(mutated(text, mutant)).not.toBe(text);
  expect(tests.filter((file) => file.includes(mutant.tests))).toHaveLength(1);
});

test('a line that is nowhere is told', () => {
  expect(() => fileOf({ line: 'return null; // nobody wrote this', becomes: '', tests: '' })).toThrow('no file');
});
