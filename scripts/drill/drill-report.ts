import { type AnswerBook, FAILURES } from './answer-book.ts';
import type { ClosedFindings } from './check-closed-months.ts';
import type { StoredFindings } from './check-stored-events.ts';
import type { Setup } from './open-installation.ts';
import { PROBES, type Probe } from './probe-front-door.ts';

/** A fault's effect in milliseconds. Null if there was no response for a minute. */
export type FaultOutcome = {
  readonly name: string;
  /** From the end of the fault to the first response with 200. */
  readonly recovery: Readonly<Record<Probe, number | null>>;
  /** The longest stretch without a response with 200, from the start of the fault. */
  readonly silence: Readonly<Record<Probe, number>>;
};

export type DrillReport = {
  readonly setup: Setup;
  readonly seed: string;
  readonly seconds: number;
  readonly events: number;
  /** Number of these events that are views of plays that the server chose. */
  readonly plays: number;
  /** Number of events that were sent repeatedly but never acknowledged, by the code of their last response. */
  readonly unsettled: ReadonlyMap<string, number>;
  readonly stored: StoredFindings;
  /** Findings for the statements and invoices of the drill's months, which were closed as if they were over. */
  readonly closed: ClosedFindings;
  readonly shown: { readonly compared: number; readonly wrong: readonly string[] };
  /** The output of `check-figures` at the end, and its duration. */
  readonly rollups: { readonly isClean: boolean; readonly words: string; readonly seconds: number };
  readonly oddities: { readonly counts: ReadonlyMap<string, number>; readonly examples: readonly string[] };
  readonly answers: Pick<AnswerBook, 'counts' | 'examples'>;
  readonly faults: readonly FaultOutcome[];
  readonly left: readonly string[];
  /** Number of times that each store ended without being killed by the drill. */
  readonly ended: ReadonlyMap<string, number>;
  /** Errors that the processes logged, with the number of times that each occurred. */
  readonly logged: ReadonlyMap<string, number>;
};

const MOST_RECOVERY_MS = 5_000;

/** Returns the goals that were missed. Includes times only with `withTimes`. */
export function missesOf(report: DrillReport, withTimes = true): string[] {
  const { stored, closed, shown, rollups, oddities, answers, unsettled, faults } = report;
  const misses: string[] = [];
  const want = (count: number, what: string) => {
    if (count > 0) misses.push(`${count} ${what}`);
  };
  want(stored.lost, 'acknowledged events lost');
  want(stored.doubled, 'events doubled');
  want(stored.foreign, 'events stored that nobody sent');
  want(stored.wrong, 'events with wrong amounts or content');
  want(shown.wrong.length, 'wrong figures');
  want(closed.wrong.length, 'wrong lines of closed months');
  for (const [code, count] of unsettled) want(count, `events never acknowledged: ${code}`);
  for (const [what, count] of oddities.counts) want(count, what);
  want(answers.counts.get(FAILURES) ?? 0, FAILURES);
  if (!rollups.isClean) misses.push(`check-figures: ${rollups.words}`);
  if (withTimes) for (const fault of faults) misses.push(...slowRecoveries(fault));
  return misses;
}

const slowRecoveries = ({ name, recovery }: FaultOutcome): string[] =>
  PROBES.flatMap((probe) => {
    const ms = recovery[probe];
    if (ms !== null && ms <= MOST_RECOVERY_MS) return [];
    return [`after "${name}" the first ${probe} took ${ms === null ? 'more than a minute' : inSeconds(ms)}`];
  });

const inSeconds = (ms: number | null): string => (ms === null ? '> 60 s' : `${(ms / 1_000).toFixed(1)} s`);

export function printReport(report: DrillReport, print: (line: string) => void): void {
  const {
    setup,
    seed,
    events,
    seconds,
    stored,
    closed,
    shown,
    rollups,
    answers,
    faults,
    left,
    ended,
    logged,
    oddities,
  } = report;
  print(`\n## ${setup}, seed ${seed}: ${events} events in ${Math.round(seconds)} s\n`);
  print(
    `lost ${stored.lost}, doubled ${stored.doubled}, never sent ${stored.foreign}, wrong rows ${stored.wrong} of ${stored.stored}; wrong figures ${shown.wrong.length} of ${shown.compared} compared; wrong documents ${closed.wrong.length} of ${closed.lines}`,
  );
  if (stored.learned > 0)
    print(
      `${stored.learned} views of a scarce budget, whose answer got lost: what they earned was read from their rows`,
    );
  print(`check-figures, ${Math.round(rollups.seconds)} s: ${rollups.words}`);
  print(`\n| answers | |\n| --- | ---: |`);
  for (const [kind, count] of [...answers.counts].sort(([, one], [, other]) => other - one))
    print(`| ${kind} | ${count} |`);
  print(`\n| fault | first answer after it: ${PROBES.join(' / ')} | longest silence: ${PROBES.join(' / ')} |`);
  print('| --- | --- | --- |');
  for (const { name, recovery, silence } of faults) {
    const after = PROBES.map((probe) => inSeconds(recovery[probe]));
    print(`| ${name} | ${after.join(' / ')} | ${PROBES.map((probe) => inSeconds(silence[probe])).join(' / ')} |`);
  }
  for (const words of left) print(`not played: ${words}`);
  for (const [name, count] of ended) print(`ended by itself, ${count}×: ${name}`);
  for (const [message, count] of logged) print(`logged as an error, ${count}×: ${message}`);
  for (const example of [
    ...oddities.examples,
    ...stored.examples,
    ...shown.wrong.slice(0, 20),
    ...closed.wrong.slice(0, 20),
    ...answers.examples,
  ])
    print(`- ${example}`);
  const misses = missesOf(report);
  print(misses.length === 0 ? '\nEverything reached.' : `\nMissed:\n${misses.map((miss) => `- ${miss}`).join('\n')}`);
}
