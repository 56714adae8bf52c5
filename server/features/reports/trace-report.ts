import { parse } from 'node:querystring';
import type * as Type from 'typebox';
import { getReport } from '#contract/reports.ts';
import { needsUptime } from '#domain/report-metrics.ts';
import type { Scope } from '#domain/role.ts';
import {
  EventsUnavailableError,
  type ReadRecorder,
  type ReadSource,
  type RecordedRead,
  type SqlValue,
} from '#event-store/event-store.ts';
import { createFigures, type Figures } from '../../figures/figures.ts';
import type { Needs } from '../../figures/needs.ts';
import { createSealState, type SealState } from '../../figures/plan/seal-state.ts';
import type { ContractClock } from '../../figures/query/contract-clock.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseWrongQuery } from '../../http/validate-strictly.ts';
import { grouped } from '../../lib/grouped.ts';
import { createLiveChanges } from '../../live/live-changes.ts';
import { makeReport } from './make-report.ts';
import { readerFor } from './read-report-period.ts';
import { readReportRequest } from './read-report-request.ts';
import type { ReportQuery } from './report-query.ts';

/** Whose report it is: an administrator's or a customer's. */
type TraceAs = { readonly kind: 'all' } | { readonly kind: 'owner' | 'advertiser'; readonly customerId: string };

type TraceNeeds = Omit<Needs, 'events' | 'live'> & { readonly recorder: TraceRecorder };

type Trace = {
  /** The statements; null if none was sent. */
  readonly text: string | null;
  /** Why there is no report; null if there is one. */
  readonly refusal: string | null;
};

/**
 * Computes a report as `GET /api/reports` does, and describes each statement that it sent to the events store. The
 * caches are new, so they hide no statement.
 */
export async function traceReport(
  { recorder, ...stores }: TraceNeeds,
  { query, as }: { readonly query: string; readonly as: TraceAs },
): Promise<Trace> {
  // The caches live as long as the report, so they need not follow later changes.
  const reading = { ...stores, events: recorder.reader, live: createLiveChanges() };
  const figures = createFigures(reading);
  const words = query.replace(/^[^?]*\?/, '');
  try {
    const scope = await scopeOf(figures, as);
    const request = await readReportRequest({ ...reading, figures }, scope, parseQuery(words));
    const refusal = await refusalOf(makeReport({ ...reading, figures }, request.question, request.asked, request.page));
    if (refusal !== null && recorder.reads.length === 0) return { text: null, refusal };
    const { question, asked } = request;
    const clock = await figures.clockOf(question);
    const state = await createSealState(reading)();
    return { text: await traceText({ query: words, question, asked, clock, state, recorder }), refusal };
  } catch (error) {
    if (error instanceof AppError) return { text: null, refusal: error.message };
    throw error;
  }
}

function parseQuery(text: string): Type.Static<typeof getReport.schema.querystring> {
  const { querystring } = getReport.schema;
  const query = parse(text);
  refuseWrongQuery(querystring, query);
  return query;
}

async function scopeOf(figures: Figures, as: TraceAs): Promise<Scope> {
  if (as.kind === 'all') return as;
  const customer = (await figures.network()).customerById.get(as.customerId);
  if (customer === undefined) throw new AppError('not-found', 'Customer not found.');
  return { kind: as.kind, customerId: customer.id, customerKey: customer.key };
}

/** Returns why a report failed; null if it did not. The statements before the failure are still useful. */
async function refusalOf(report: Promise<unknown>): Promise<string | null> {
  try {
    await report;
    return null;
  } catch (error) {
    if (error instanceof AppError || error instanceof EventsUnavailableError) return error.message;
    throw error;
  }
}

/** Records the statements. Without `estimateRows`, the text does not say how many rows a statement reads. */
type TraceRecorder = Pick<ReadRecorder, 'reader' | 'reads'> & Partial<Pick<ReadRecorder, 'estimateRows'>>;

type Traced = {
  readonly query: string;
  readonly question: Question;
  readonly asked: ReportQuery;
  readonly clock: ContractClock;
  readonly state: SealState;
  readonly recorder: Omit<TraceRecorder, 'reader'>;
};

const SOURCES: readonly ReadSource[] = ['sealed', 'archive', 'raw'];
const WORDS: Readonly<Record<ReadSource, string>> = {
  sealed: 'sealed rollups',
  archive: 'archived sums',
  raw: 'single events',
};

/** Builds an SQL text with comments: the report's plan, then each statement with its filters and parameters. */
async function traceText({ recorder, ...report }: Traced): Promise<string> {
  const statements = distinct(recorder.reads);
  const texts = statements.map(async ({ first, sent }, index) => {
    const lines = [
      `Statement ${index + 1} of ${statements.length}: ${first.sources.map((source) => WORDS[source]).join(', ')}`,
      `Scope filter: ${first.scopeFilters ?? 'none, everything is in scope'}`,
    ];
    for (const [at, read] of sent.entries()) {
      const rows = recorder.estimateRows && `, ${await rowsOf(recorder.estimateRows, read)} rows to read`;
      lines.push(`Sent ${at + 1} of ${sent.length}${rows ?? ''}${read.times > 1 ? `, ${read.times} times` : ''}`);
      for (const [name, value] of Object.entries(read.params)) lines.push(`  ${name} = ${shownValue(value)}`);
    }
    return `${comment(lines)}\n${await formatSql(first.sql)};\n`;
  });
  return [`${comment(planOf(report))}\n`, ...(await Promise.all(texts))].join('\n');
}

const comment = (lines: readonly string[]): string => lines.map((line) => `-- ${line}`).join('\n');

function planOf({ asked, clock, query, question, state }: Omit<Traced, 'recorder'>): string[] {
  const { customerKey, knownOn, range, scope } = question;
  const { archive, generation, watermark, weeks } = state.seal;
  return [
    `GET /api/reports?${query}`,
    `Scope: ${scope.kind === 'all' ? 'everything' : `${scope.kind} ${scope.customerKey}`}${customerKey === null ? '' : `, customer ${customerKey}`}`,
    `Range: ${range.days === undefined ? '' : `${range.days.from} to ${range.days.to}, `}${shownInstant(range.startMs)} to ${shownInstant(range.endMs)}`,
    `Days: ${{ venue: 'of the venue', venues: 'of each venue', network: 'of the network', tz: 'of tz' }[clock.daysOf]} (${clock.zones.join(', ')})`,
    ...(knownOn === undefined ? [] : [`Known before: ${shownInstant(knownOn * 1_000)}`]),
    `Reader: ${readerFor(question, asked).name}`,
    `Sealed: generation ${generation}, ${weeks.size} weeks, before ${watermark}`,
    `Archived: ${archive.weeks.size === 0 ? 'nothing' : `${archive.weeks.size} weeks, before ${shownInstant(archive.endMs)}`}`,
    `Late weeks: ${state.lateWeeks.length === 0 ? 'none' : state.lateWeeks.join(', ')}`,
    ...(needsUptime(asked.metrics) ? ['Uptime: from the contacts in the accounts store'] : []),
  ];
}

const shownInstant = (ms: number | null): string => (ms === null ? 'open' : new Date(ms).toISOString());

type Sent = RecordedRead & { readonly times: number };

/**
 * Returns each statement once, with its parameters, in an order that does not depend on how long the statements took.
 */
function distinct(reads: readonly RecordedRead[]): { readonly first: RecordedRead; readonly sent: readonly Sent[] }[] {
  const sent = new Map<string, Sent>();
  for (const read of reads) {
    const params = Object.entries(read.params).map(([name, value]) => `${name}=${String(value)}`);
    const name = [SOURCES.findIndex((source) => read.sources.includes(source)), textOf(read), ...params].join('\0');
    sent.set(name, { ...read, times: (sent.get(name)?.times ?? 0) + 1 });
  }
  const inOrder = [...sent].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, read]) => read);
  return [...grouped(inOrder, textOf).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ first, sent: group }];
  });
}

const textOf = ({ scopeFilters, sql }: RecordedRead): string => `${sql}\0${scopeFilters ?? ''}`;

/** Maximum number of values shown from a list. A longer list, such as a large network's outlets, is cut. */
const MOST_VALUES = 50;

function shownValue(value: SqlValue): string {
  if (typeof value !== 'object') return shownItem(value);
  const shown = value.slice(0, MOST_VALUES).map(shownItem).join(', ');
  return value.length > MOST_VALUES ? `[${shown}, … ${value.length - MOST_VALUES} more]` : `[${shown}]`;
}

const shownItem = (value: string | number | bigint | boolean): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);

/**
 * Estimates the rows. The estimate can fail although the statement succeeded, such as on a shard that has become
 * unavailable.
 */
const rowsOf = (estimate: ReadRecorder['estimateRows'], read: RecordedRead): Promise<string> =>
  estimate(read).then(
    (rows) => rows.toLocaleString('en-US'),
    () => 'unknown',
  );

/** Formats SQL. Changes only white space. */
async function formatSql(sql: string): Promise<string> {
  // Loaded here, because a server formats nothing until a command requests it.
  const { format } = await import('sql-formatter');
  const formatted = format(sql, { language: 'clickhouse', expressionWidth: MOST_CHARACTERS });
  return joinShort(formatted.replace(/\b(\w+If) \(/g, '$1('));
}

const MOST_CHARACTERS = 100;

/** Joins short conditions in parentheses, which the formatter writes on separate lines. */
function joinShort(text: string): string {
  const joined = text.replace(/\(\n\s*((?:[^()]|\([^()\n]*\))+?)\n\s*\)/g, (lines, inner: string) => {
    const line = `(${inner.replace(/\s*\n\s*/g, ' ')})`;
    return line.length > MOST_CHARACTERS ? lines : line;
  });
  return joined === text ? text : joinShort(joined);
}
