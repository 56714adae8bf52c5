import { isoDateOf } from '#domain/calendar-date.ts';
import { dayInWords } from '#domain/report-period.ts';
import type { Archive } from '#event-store/event-store.ts';
import { AppError } from '../http/app-error.ts';
import { visitorsKnownFrom } from '../visitors/visitors-known-from.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import type { Needs } from './needs.ts';
import { planCells } from './plan/cells-plan.ts';
import { clipAll, type Interval } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import type { CellsQuestion } from './query/cells-question.ts';
import { END_OF_TIME_MS } from './query/time-range.ts';
import {
  type CellRow,
  countVisitors,
  groupVisitors,
  hasViews,
  sumCells,
  type VisitorGroup,
  type VisitorsRow,
} from './read/cells-queries.ts';
import { addEventSums } from './read/event-sums.ts';
import { findTermEvents, sumTerms, type TermEvent, type TermsPage, type TermsRow } from './read/terms-queries.ts';

/** Event sums grouped by several columns, and the distinct visitors in those groups. */
export type CellFigures = {
  /**
   * Returns the time (epoch ms) from which distinct visitors can be counted. For earlier times, only sums are stored or
   * visitor identities were erased.
   */
  visitorsKnownFrom(): Promise<number>;
  cells(question: CellsQuestion): Promise<readonly CellRow[]>;
  /** Returns distinct visitors, or null if the range has views before `visitorsKnownFrom`. */
  visitors(question: CellsQuestion): Promise<readonly VisitorsRow[] | null>;
  /** Returns the visitors in groups. Not cached. Null if the range has views before `visitorsKnownFrom`. */
  visitorGroups(question: CellsQuestion): Promise<readonly VisitorGroup[] | null>;
  /**
   * Returns the terms that make up figures. Archived and single events are separate rows. `singlesOnly` omits archived
   * rows, whose arrival time is unknown. Never cached, because questions rarely repeat.
   */
  terms(question: CellsQuestion, options?: { readonly singlesOnly: boolean }): Promise<readonly TermsRow[]>;
  /** Returns the single events in a time range that are still stored. */
  termEvents(question: CellsQuestion, page: TermsPage): Promise<readonly TermEvent[]>;
};

export function createCellFigures(
  { accounts, config, events, now }: Pick<Needs, 'accounts' | 'config' | 'events' | 'now'>,
  readSealState: ReadSealState,
  { answers, settledTime }: FigureCache,
): CellFigures {
  const rowsOf = (rows: readonly unknown[]) => rows.length + 1;
  const past = answers<readonly CellRow[]>('sealedCells', rowsOf);
  const inParts = {
    settled: answers<readonly CellRow[]>('settledCells', rowsOf),
    recent: answers<readonly CellRow[]>('recentCells', rowsOf),
  };
  const settledVisitors = answers<readonly VisitorsRow[]>('settledVisitors', rowsOf);
  const visitors = answers<readonly VisitorsRow[]>('visitors', rowsOf);

  /**
   * Reads figures as known at an earlier time. Reads single events directly, because only single events have an arrival
   * time. Not cached, because such questions are rare.
   */
  function known<Row>(
    question: CellsQuestion,
    archive: Archive,
    read: typeof sumCells | typeof countVisitors | typeof groupVisitors | typeof sumTerms,
  ) {
    const interval = { fromMs: question.range.startMs ?? 0, toMs: question.range.endMs ?? END_OF_TIME_MS };
    if (interval.fromMs < archive.endMs) throw tooOld(archive.endMs);
    return read(events, question, interval, { ...archive, endMs: 0 }) as Promise<Row[]>;
  }

  async function knownFrom(archive: Archive): Promise<number> {
    return Math.max(archive.endMs, await visitorsKnownFrom(accounts, config.visitorDataDays, now()));
  }

  async function lacksVisitors(question: CellsQuestion, { fromMs, toMs }: Interval, archive: Archive) {
    const unknown = { fromMs, toMs: Math.min(toMs, await knownFrom(archive)) };
    return unknown.fromMs < unknown.toMs && hasViews(events, question, unknown, archive);
  }

  return {
    visitorsKnownFrom: async () => knownFrom((await readSealState()).seal.archive),
    cells: async (question) => {
      const state = await readSealState();
      if (question.knownOn !== null) return known<CellRow>(question, state.seal.archive, sumCells);
      const plan = planCells(question, state);
      const { scope } = question;
      const read = async (times: readonly Interval[]) =>
        addCells(await Promise.all(times.map((time) => sumCells(events, question, time, state.seal.archive))));
      const { name, times } = plan.past;
      const asked = { name: plan.recent.name, settledMs: settledTime.until() };
      const [before, recent] = await Promise.all([
        times.length > 0 ? past.get(scope, name, () => read(times)) : [],
        inTwoParts<readonly CellRow[]>(inParts, scope, asked, (from, to) => read(clipAll(plan.recent.times, from, to))),
      ]);
      return addCells([before, ...recent]);
    },
    visitors: async (question) => {
      const state = await readSealState();
      const { recent, whole } = planCells(question, state);
      if (await lacksVisitors(question, whole, state.seal.archive)) return null;
      if (question.knownOn !== null) return known<VisitorsRow>(question, state.seal.archive, countVisitors);
      const read = () => countVisitors(events, question, whole, state.seal.archive);
      // Visitor counts of two time ranges can't be added up, because a visitor may be in both ranges.
      const isOver = whole.toMs <= settledTime.until() && whole.toMs < END_OF_TIME_MS;
      return (isOver ? settledVisitors : visitors).get(question.scope, recent.name, read);
    },
    visitorGroups: async (question) => {
      const { seal } = await readSealState();
      const interval = wholeOf(question);
      if (await lacksVisitors(question, interval, seal.archive)) return null;
      if (question.knownOn !== null) return known<VisitorGroup>(question, seal.archive, groupVisitors);
      return groupVisitors(events, question, interval, seal.archive);
    },
    terms: async (question, { singlesOnly } = { singlesOnly: false }) => {
      const { seal } = await readSealState();
      if (question.knownOn !== null) return known<TermsRow>(question, seal.archive, sumTerms);
      const archive = singlesOnly ? { ...seal.archive, weeks: new Map() } : seal.archive;
      return sumTerms(events, question, wholeOf(question), archive);
    },
    termEvents: async (question, page) => {
      const { seal } = await readSealState();
      return findTermEvents(events, question, wholeOf(question), { archive: seal.archive, page });
    },
  };
}

const tooOld = (endMs: number) =>
  new AppError(
    'invalid',
    `Arrival times of events before ${dayInWords(isoDateOf(endMs))} are no longer available. Choose later days.`,
  );

const wholeOf = ({ range }: CellsQuestion): Interval => {
  const fromMs = range.startMs ?? 0;
  return { fromMs, toMs: Math.max(range.endMs ?? END_OF_TIME_MS, fromMs) };
};

/** Merges the rows for several time ranges. */
function addCells(parts: readonly (readonly CellRow[])[]): readonly CellRow[] {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const sums = new Map<string, CellRow>();
  for (const row of parts.flat()) {
    const key = row.of.join('\0');
    const known = sums.get(key);
    sums.set(key, known === undefined ? row : { of: row.of, ...addEventSums(known, row) });
  }
  return [...sums.values()];
}
