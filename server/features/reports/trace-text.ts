import { needsUptime } from '#domain/report-metrics.ts';
import type { ReadRecorder, ReadSource, RecordedRead, SqlValue } from '#event-store/event-store.ts';
import type { SealState } from '../../figures/plan/seal-state.ts';
import type { ContractClock } from '../../figures/query/contract-clock.ts';
import type { Question } from '../../figures/query/question.ts';
import { grouped } from '../../lib/grouped.ts';
import { readerFor } from './read-report-period.ts';
import type { ReportQuery } from './report-query.ts';

/** Without `estimateRows`, the text does not say how many rows a statement reads. */
export type TraceRecorder = Pick<ReadRecorder, 'reader' | 'reads'> & Partial<Pick<ReadRecorder, 'estimateRows'>>;

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

/** A text of SQL with comments: the plan of a report, then each statement with its filters and parameters. */
export async function traceText({ recorder, ...report }: Traced): Promise<string> {
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

/** Each statement once, with its parameters, in an order that does not depend on the time that the others took. */
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

/** A longer list, such as the outlets of a large network, is cut. */
const MOST_VALUES = 50;

function shownValue(value: SqlValue): string {
  if (typeof value !== 'object') return shownItem(value);
  const shown = value.slice(0, MOST_VALUES).map(shownItem).join(', ');
  return value.length > MOST_VALUES ? `[${shown}, … ${value.length - MOST_VALUES} more]` : `[${shown}]`;
}

const shownItem = (value: string | number | bigint | boolean): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);

/** The estimate can fail where the statement succeeded, such as on a shard that has become unavailable. */
const rowsOf = (estimate: ReadRecorder['estimateRows'], read: RecordedRead): Promise<string> =>
  estimate(read).then(
    (rows) => rows.toLocaleString('en-US'),
    () => 'unknown',
  );

/** Changes white space only. */
async function formatSql(sql: string): Promise<string> {
  // A server formats nothing until a command asks.
  const { format } = await import('sql-formatter');
  const formatted = format(sql, { language: 'clickhouse', expressionWidth: MOST_CHARACTERS });
  return joinShort(formatted.replace(/\b(\w+If) \(/g, '$1('));
}

const MOST_CHARACTERS = 100;

/** Joins short conditions in parentheses, which the formatter writes one a line. */
function joinShort(text: string): string {
  const joined = text.replace(/\(\n\s*((?:[^()]|\([^()\n]*\))+?)\n\s*\)/g, (lines, inner: string) => {
    const line = `(${inner.replace(/\s*\n\s*/g, ' ')})`;
    return line.length > MOST_CHARACTERS ? lines : line;
  });
  return joined === text ? text : joinShort(joined);
}
