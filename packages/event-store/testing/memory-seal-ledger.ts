import { type LateMark, LeaseLostError, NOTHING_SEALED, type RawLoss, type SealLedger } from '../seal-ledger.ts';
import { archiveOf } from '../weeks.ts';

/** Returns a ledger in memory, for tests of the events store alone. */
export function createMemorySealLedger(): SealLedger {
  let seal = NOTHING_SEALED;
  let last = 0;
  let lastMark = 0;
  let publishedAt = 0;
  let holder = '';
  const marks = new Map<number, LateMark & { state: 'under way' | 'ended' | 'taken' }>();
  const retired = new Map<number, number>();
  const losses = new Map<string, RawLoss>();
  const numbers = () => [seal.generation, ...[...seal.weeks.values()].map(({ number }) => number)];
  const forgetTaken = () => {
    for (const [id, { state }] of marks) if (state === 'taken') marks.delete(id);
  };
  const prolongLease = async (run: string) => {
    if (run !== holder) throw new LeaseLostError();
  };
  return {
    current: async () => seal,
    beginProcess: async () => {
      for (const mark of marks.values()) if (mark.state === 'under way') mark.state = 'ended';
    },
    beginInsert: async (weeks) =>
      weeks.map((week) => {
        const mark = { id: ++lastMark, week };
        marks.set(mark.id, { ...mark, state: 'under way' });
        return mark;
      }),
    endInsert: async (ended) => {
      for (const mark of ended) marks.set(mark.id, { ...mark, state: 'ended' });
    },
    takeLease: async (run) => {
      holder = run;
      return true;
    },
    prolongLease,
    releaseLease: async () => {},
    nextNumber: async () => ++last,
    highestNumber: async (seen = 0) => {
      last = Math.max(last, seen);
      return last;
    },
    numbersInUse: async (sinceMs) =>
      new Set([
        ...numbers(),
        ...[...retired].flatMap(([number, at]) => (at >= sinceMs ? [number] : [])),
        ...[...losses.values()].flatMap(({ sealed }) => sealed?.number ?? []),
      ]),
    takeMarks: async (run, waiting = []) => {
      await prolongLease(run);
      for (const mark of marks.values()) {
        if (mark.state !== 'under way') mark.state = waiting.includes(mark.week) ? 'ended' : 'taken';
      }
      const taken = [...marks.values()].filter(({ state }) => state === 'taken');
      return [...new Set(taken.map(({ week }) => week))].sort();
    },
    markedWeeks: async () => [...new Set([...marks.values()].map(({ week }) => week))].sort(),
    publish: async (run, next, nowMs) => {
      await prolongLease(run);
      const before = numbers();
      seal = { ...next, archive: seal.archive };
      publishedAt = Date.now();
      for (const number of before) if (!numbers().includes(number)) retired.set(number, nowMs);
      forgetTaken();
    },
    publishedAt: async () => publishedAt,
    publishArchived: async (run, week, archived) => {
      await prolongLease(run);
      if ([...marks.values()].some((mark) => mark.week === week)) return false;
      seal = { ...seal, archive: archiveOf(new Map([...seal.archive.weeks, [week, archived]])) };
      return true;
    },
    forgetMarks: async (run) => {
      await prolongLease(run);
      forgetTaken();
    },
    losses: async () => [...losses.values()],
    noteLoss: async (loss) => void losses.set(loss.week, { ...loss, isAccepted: false, isGivenUp: false }),
    acceptLosses: async (_, weeks) => {
      const open = [...losses.values()].filter(
        ({ week, isAccepted }) => !isAccepted && weeks?.includes(week) !== false,
      );
      for (const loss of open) losses.set(loss.week, { ...loss, isAccepted: true });
      return open;
    },
    giveUpLosses: async (_, weeks) => {
      const rest = [...losses.values()].filter(
        ({ week, isAccepted, isGivenUp }) => isAccepted && !isGivenUp && weeks?.includes(week) !== false,
      );
      for (const loss of rest) losses.set(loss.week, { ...loss, isGivenUp: true });
      return rest;
    },
    endLoss: async (week) => void losses.delete(week),
  };
}
