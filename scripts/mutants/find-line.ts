import { sourceFiles, textOf } from '../source-files.ts';
import type { Mutant } from './mutant.ts';

/** Read once for all mutants. */
const product = new Map(
  sourceFiles()
    .filter((file) => /^(contract|domain|packages|server)\//.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => [file, textOf(file)]),
);

/** The file that has a mutant's line; throws where none has it or several have, since then it proves nothing. */
export function fileOf({ line, file: within = '' }: Mutant): string {
  // Almost no file has it: to look for the text is a hundred times quicker than to take each apart into lines.
  const files = [...product].flatMap(([path, text]) =>
    path.includes(within) && text.includes(line) ? positions(text, line).map(() => path) : [],
  );
  const [file] = files;
  if (file !== undefined && files.length === 1) return file;
  throw new Error(`Of a mutant's line there must be one, and there are in ${files.join(', ') || 'no file'}: ${line}`);
}

/** The text with the mutant in it. */
export function mutated(text: string, { line, becomes }: Mutant): string {
  const lines = text.split('\n');
  const [at] = positions(text, line);
  return at === undefined ? text : lines.with(at, becomes).join('\n');
}

const positions = (text: string, line: string): number[] =>
  text.split('\n').flatMap((one, at) => (one.trim() === line ? [at] : []));
