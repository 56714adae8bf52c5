import { sourceFiles, textOf } from '../source-files.ts';
import type { Mutant } from './mutant.ts';

/** The product's sources, read once for all mutants. */
const product = new Map(
  sourceFiles()
    .filter((file) => /^(contract|domain|packages|server)\//.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => [file, textOf(file)]),
);

/**
 * Returns the file that contains a mutant's line. Throws unless the line occurs exactly once, because the mutant would
 * otherwise prove nothing.
 */
export function fileOf({ line, file: within = '' }: Mutant): string {
  // Almost no file contains the line, and a text search is a hundred times faster than splitting each file into lines.
  const files = [...product].flatMap(([path, text]) =>
    path.includes(within) && text.includes(line) ? positions(text, line).map(() => path) : [],
  );
  const [file] = files;
  if (file !== undefined && files.length === 1) return file;
  throw new Error(`Of a mutant's line there must be one, and there are in ${files.join(', ') || 'no file'}: ${line}`);
}

/** Returns the text with the mutant in it. */
export function mutated(text: string, { line, becomes }: Mutant): string {
  const lines = text.split('\n');
  const [at] = positions(text, line);
  return at === undefined ? text : lines.with(at, becomes).join('\n');
}

const positions = (text: string, line: string): number[] =>
  text.split('\n').flatMap((one, at) => (one.trim() === line ? [at] : []));
