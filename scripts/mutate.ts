// `npm run mutate` replaces one line of the loaded product with a wrong line. Each wrong line must make one of its
// tests fail. `npm run mutate -- money` runs the mutants whose line or tests contain the word.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOf } from './mutants/find-line.ts';
import { MUTANTS } from './mutants/mutants.ts';

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

const reports = mkdtempSync(join(tmpdir(), 'voltboard-mutants-'));
const wanted = [...MUTANTS.entries()].filter(([, { line, tests }]) =>
  `${line} ${tests}`.includes(process.argv[2] ?? ''),
);
if (wanted.length === 0) throw new Error(`No mutant and none of its tests has '${process.argv[2]}' in it.`);

/**
 * Runs the tests with the mutant of this number, or without a mutant if `number` is null. Returns null if the tests did
 * not start.
 */
async function play(number: number | null, tests: readonly string[], named?: string): Promise<Report | null> {
  const file = join(reports, `${number ?? 'none'}.json`);
  const args = ['run', ...tests, '--config', 'scripts/mutants/mutants.config.ts', '--reporter=json', '--bail=1'];
  const name = named === undefined ? [] : ['-t', named];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...name, `--outputFile=${file}`], {
    stdio: 'ignore',
    env: { ...process.env, MUTANT: String(number ?? '') },
  });
  await once(child, 'exit');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

const failuresIn = ({ testResults }: Report): string =>
  testResults
    .flatMap(({ message, assertionResults }) => [
      message,
      ...assertionResults.flatMap(({ status, fullName, failureMessages }) =>
        status === 'failed' ? [fullName, ...failureMessages] : [],
      ),
    ])
    .filter(Boolean)
    .join('\n');

/** Processes several items at the same time, because each spends time waiting for the disk and for its start. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

const began = performance.now();
for (const [, mutant] of wanted) fileOf(mutant);
const sound = await play(null, [...new Set(wanted.map(([, { tests }]) => tests))]);
if (sound === null || sound.numFailedTests > 0 || sound.numPassedTests === 0)
  throw new Error(`The tests must pass before a mutant can fail them.\n${sound === null ? '' : failuresIn(sound)}`);

const survivors: string[] = [];
await inTurns(wanted, async ([number, mutant]) => {
  const report = await play(number, [mutant.tests], mutant.named);
  const played = (report?.numPassedTests ?? 0) + (report?.numFailedTests ?? 0);
  if (report !== null && report.numFailedTests > 0) return;
  const why = played === 0 ? 'no test began' : 'survived';
  survivors.push(`${why}: ${fileOf(mutant)}\n  - ${mutant.line}\n  + ${mutant.becomes}\n  ${mutant.tests}`);
  console.log(survivors.at(-1));
});
rmSync(reports, { recursive: true, force: true });
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${wanted.length - survivors.length} of ${wanted.length} mutants killed in ${seconds} s`);
process.exit(survivors.length === 0 ? 0 : 1);
