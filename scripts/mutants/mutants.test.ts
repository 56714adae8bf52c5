import { expect, test } from 'vitest';
import { sourceFiles, textOf } from '../source-files.ts';
import { fileOf, mutated } from './find-line.ts';
import { MUTANTS } from './mutants.ts';

const tests = sourceFiles().filter((file) => /\.test\.ts$/.test(file));

test.each(MUTANTS)('a mutant has one line and one test file: $line', (mutant) => {
  const text = textOf(fileOf(mutant));
  expect(mutated(text, mutant)).not.toBe(text);
  expect(tests.filter((file) => file.includes(mutant.tests))).toHaveLength(1);
});

test('reports a line that no file contains', () => {
  expect(() => fileOf({ line: 'return null; // nobody wrote this', becomes: '', tests: '' })).toThrow('no file');
});
