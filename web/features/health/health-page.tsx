import { useQuery } from '@tanstack/react-query';
import type { Health } from '#contract/health.ts';
import { counted, formFor, NOUNS } from '#domain/counted.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { jobWords } from '#domain/job-words.ts';
import { formatCount, formatLastDayIn, formatRelative } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './health.module.css';
import { healthQuery } from './health-api.ts';
import { healthPageStrings as strings } from './health-strings.ts';

type Store = Health['stores'][number];

type Job = Health['jobs'][number];
type Recurring = Health['recurring'][number];

/** Names a store's engine. Embedded stores are named by their file format. */
function engineOf({ name, engine }: Store): string {
  if (engine === 'embedded') return name === 'accounts' ? strings.sqliteInDataFolder : strings.chdbInDataFolder;
  return {
    postgresql: strings.postgresqlServer,
    clickhouse: strings.clickhouseServer,
    clickhouse_cluster: strings.clickhouseCluster,
  }[engine];
}

const STORE_WORDS: Readonly<Record<Store['name'], string>> = {
  accounts: strings.accountsAndLedger,
  events: strings.events,
};
const STORES: readonly Column<Store>[] = [
  { name: 'name', head: strings.store, isHeading: true, cell: ({ name }) => STORE_WORDS[name] },
  { name: 'engine', head: strings.storedIn, isWrapping: true, cell: engineOf },
  {
    name: 'answers',
    head: strings.state,
    cell: ({ answers }) => (
      <StateTag tone={answers ? 'good' : 'warning'}>{answers ? strings.available : strings.unavailable}</StateTag>
    ),
  },
];

const JOB_STATES = {
  waiting: [strings.waiting, 'neutral'],
  running: [strings.running, 'neutral'],
  done: [strings.done, 'good'],
  failed: [strings.failed, 'warning'],
} as const;
const JobState = ({ state }: { state: keyof typeof JOB_STATES }) => (
  <StateTag tone={JOB_STATES[state][1]}>{JOB_STATES[state][0]}</StateTag>
);

/** A job's name, with the reason if it failed. */
const JobName = ({ name, failure }: { name: string; failure: string | null }) => (
  <>
    {name}
    {failure === null ? null : <span className={classes.why}>{failure}</span>}
  </>
);

const EndedAt = ({ instant }: { instant: string | null }) =>
  instant === null ? '–' : <TimeText instant={instant} toThe="minute" />;

const JOBS: readonly Column<Job>[] = [
  {
    name: 'kind',
    head: strings.job,
    isHeading: true,
    isWrapping: true,
    cell: ({ failure, kind }) => <JobName name={jobWords(kind)} failure={failure} />,
  },
  {
    name: 'state',
    head: strings.state,
    cell: ({ state }) => <JobState state={state} />,
  },
  { name: 'asked_at', head: strings.requested, cell: (row) => <TimeText instant={row.asked_at} toThe="minute" /> },
  { name: 'ended_at', head: strings.ended, isRoomy: true, cell: (row) => <EndedAt instant={row.ended_at} /> },
];

const sentence = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Returns a job's state. A failure stays until the job succeeds. A job interrupted by a crash counts as running. */
function stateOf({ begun_at: begun, ended_at: ended, failure }: Recurring): keyof typeof JOB_STATES {
  if (failure !== null) return 'failed';
  return ended === null || ended < begun ? 'running' : 'done';
}

const RECURRING: readonly Column<Recurring>[] = [
  {
    name: 'name',
    head: strings.job,
    isHeading: true,
    isWrapping: true,
    cell: ({ failure, name }) => <JobName name={sentence(name)} failure={failure} />,
  },
  { name: 'state', head: strings.lastResult, cell: (row) => <JobState state={stateOf(row)} /> },
  { name: 'begun_at', head: strings.lastStarted, cell: (row) => <TimeText instant={row.begun_at} toThe="minute" /> },
  { name: 'ended_at', head: strings.lastEnded, isRoomy: true, cell: (row) => <EndedAt instant={row.ended_at} /> },
];

const unsorted = { sort: '', onSort: () => undefined } as const;

/** The page `/admin/health`: whether the scheduled jobs and the stores work. */
export function HealthPage() {
  const answer = useQuery(healthQuery);
  return (
    <>
      <PageTitle title={strings.health} context={strings.context} />
      <div className={classes.panels}>
        <AskedPanel title={strings.atAGlance} answer={answer}>
          {(health) => <FactList label={strings.health} facts={factsOf(health)} />}
        </AskedPanel>
        <AskedPanel title={strings.stores} answer={answer} flush>
          {({ stores }) => (
            <DataTable
              caption={strings.stores}
              columns={STORES}
              rows={stores}
              keyOf={({ name }) => name}
              {...unsorted}
            />
          )}
        </AskedPanel>
        <AskedPanel title={strings.manualJobs} context={strings.newestFirst} answer={answer} flush>
          {({ jobs }) =>
            jobs.length === 0 ? (
              <EmptyState title={strings.manualJobsEmptyTitle}>{strings.manualJobsEmpty}</EmptyState>
            ) : (
              <DataTable
                caption={strings.manualJobs}
                columns={JOBS}
                rows={jobs}
                keyOf={({ asked_at: at, kind }) => `${at} ${kind}`}
                {...unsorted}
              />
            )
          }
        </AskedPanel>
        <AskedPanel title={strings.scheduledJobs} context={strings.scheduledJobsContext} answer={answer} flush>
          {({ recurring }) =>
            recurring.length === 0 ? (
              <EmptyState title={strings.scheduledJobsEmptyTitle}>{strings.scheduledJobsEmpty}</EmptyState>
            ) : (
              <DataTable
                caption={strings.scheduledJobs}
                columns={RECURRING}
                rows={recurring}
                keyOf={({ name }) => name}
                {...unsorted}
              />
            )
          }
        </AskedPanel>
      </div>
    </>
  );
}

/** Time after the last run from which a nightly job is late: six hours after the next run was due. */
const NIGHTLY_MS = DAY_MS + 6 * HOUR_MS;
/**
 * Age from which sealed figures are late. The figures are between three and four days old when the job is on schedule.
 */
const SEALED_MS = 4 * DAY_MS + HOUR_MS;
const BACKUP_MS = 7 * DAY_MS;
const LOW_SHARE = 0.1;
const GB = 1024 ** 3;

const isOlder = (instant: string, at: string, ms: number): boolean => Date.parse(at) - Date.parse(instant) > ms;
const sizeOf = (bytes: number): string => interpolate(strings.gigabytes, { size: (bytes / GB).toFixed(1) });

/** Returns the facts at a glance, each with a warning if it needs attention. */
const factsOf = (health: Health): readonly Fact[] => [
  ledgerFact(health),
  figuresFact(health),
  sealFact(health),
  backupFact(health),
  diskFact(health),
];

function ledgerFact({ at, ledger }: Health): Fact {
  if (ledger === null) return { label: strings.ledger, value: '–', detail: strings.ledgerNotVerified };
  const { checked_at: checked, documents, entries, faults } = ledger;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const verified = interpolate(strings.ledgerVerified, {
    entries: counted(entries, NOUNS.entry),
    documents: counted(documents, NOUNS.document),
    when: formatRelative(checked, Date.parse(at)),
  });
  return {
    label: strings.ledger,
    value: faults > 0 ? counted(faults, strings.discrepancy) : strings.ok,
    detail: isLate ? `${verified} ${strings.checkLate}` : verified,
    isWarning: faults > 0 || isLate,
  };
}

function figuresFact({ at, figures }: Health): Fact {
  if (figures === null) return { label: strings.figures, value: '–', detail: strings.figuresNotCompared };
  const { checked_at: checked, differing, missing, repaired, weeks } = figures;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const found = missing > 0 ? counted(missing, strings.weeksLackEvents) : counted(differing, strings.weeksDiffered);
  const sentences = [
    interpolate(strings.figuresCompared, {
      weeks: counted(weeks, NOUNS.week),
      when: formatRelative(checked, Date.parse(at)),
    }),
    ...(differing > 0
      ? [interpolate(formFor(repaired, strings.weeksRecomputed), { count: formatCount(repaired) })]
      : []),
    ...(isLate ? [strings.checkLate] : []),
  ];
  return {
    label: strings.figures,
    value: missing + differing === 0 ? strings.ok : found,
    detail: sentences.join(' '),
    isWarning: missing > 0 || differing > repaired || isLate,
  };
}

function sealFact({ at, sealed_until: until }: Health): Fact {
  if (until === null)
    return { label: strings.figuresFinalThrough, value: '–', detail: strings.eventsStoreUnavailable, isWarning: true };
  const isLate = isOlder(until, at, SEALED_MS);
  return {
    label: strings.figuresFinalThrough,
    value: formatLastDayIn(until, 'UTC'),
    detail: isLate ? strings.finalLate : strings.finalOnTime,
    isWarning: isLate,
  };
}

function backupFact({ at, backup }: Health): Fact {
  if (backup === null)
    return {
      label: strings.lastBackup,
      value: strings.none,
      detail: strings.backupCommand,
      isWarning: true,
    };
  return {
    label: strings.lastBackup,
    value: formatRelative(backup.at, Date.parse(at)),
    detail: backup.folder,
    isWarning: isOlder(backup.at, at, BACKUP_MS),
  };
}

function diskFact({ disk }: Health): Fact {
  if (disk === null) return { label: strings.disk, value: '–', detail: strings.diskUnavailable, isWarning: true };
  const { free_bytes: free, total_bytes: total } = disk;
  return {
    label: strings.dataFolderDisk,
    value: interpolate(strings.free, { size: sizeOf(free) }),
    detail: interpolate(strings.ofTotal, { total: sizeOf(total) }),
    isWarning: free < total * LOW_SHARE,
  };
}
