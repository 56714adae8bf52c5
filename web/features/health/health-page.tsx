import { useQuery } from '@tanstack/react-query';
import type { Health } from '#contract/health.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { formatCount, formatCounted, formatDay, formatRelative } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './health.module.css';
import { healthQuery } from './health-api.ts';

type Store = Health['stores'][number];

type Job = Health['jobs'][number];
type Recurring = Health['recurring'][number];

/** Names a store's engine. Embedded stores are named by their file format. */
function engineOf({ name, engine }: Store): string {
  if (engine === 'embedded') return name === 'accounts' ? 'SQLite in the data folder' : 'chDB in the data folder';
  return { postgresql: 'PostgreSQL server', clickhouse: 'ClickHouse server', clickhouse_cluster: 'ClickHouse cluster' }[
    engine
  ];
}

const STORE_WORDS: Readonly<Record<Store['name'], string>> = { accounts: 'Accounts and books', events: 'Events' };
const STORES: readonly Column<Store>[] = [
  { name: 'name', head: 'Store', isHeading: true, cell: ({ name }) => STORE_WORDS[name] },
  { name: 'engine', head: 'Kept in', isWrapping: true, cell: engineOf },
  {
    name: 'answers',
    head: 'State',
    cell: ({ answers }) => (
      <StateTag tone={answers ? 'good' : 'warning'}>{answers ? 'Answers' : 'Does not answer'}</StateTag>
    ),
  },
];

const JOB_WORDS: Readonly<Record<string, string>> = {
  backup: 'Backup',
  'check-figures': 'Comparing figures',
  'close-month': 'Closing a month',
  'erase-fingerprint': 'Erasing a visitor',
  'measure-losses': 'Measuring what is lost',
  'remove-old-events': 'Removing old events',
  'verify-ledger': 'Verifying the books',
};
const JOB_STATES = {
  waiting: ['Waits', 'neutral'],
  running: ['Under way', 'neutral'],
  done: ['Done', 'good'],
  failed: ['Failed', 'warning'],
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
    head: 'Job',
    isHeading: true,
    isWrapping: true,
    cell: ({ failure, kind }) => <JobName name={JOB_WORDS[kind] ?? kind} failure={failure} />,
  },
  {
    name: 'state',
    head: 'State',
    cell: ({ state }) => <JobState state={state} />,
  },
  { name: 'asked_at', head: 'Asked for', cell: (row) => <TimeText instant={row.asked_at} toThe="minute" /> },
  { name: 'ended_at', head: 'Ended', isRoomy: true, cell: (row) => <EndedAt instant={row.ended_at} /> },
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
    head: 'Job',
    isHeading: true,
    isWrapping: true,
    cell: ({ failure, name }) => <JobName name={sentence(name)} failure={failure} />,
  },
  { name: 'state', head: 'Last result', cell: (row) => <JobState state={stateOf(row)} /> },
  { name: 'begun_at', head: 'Last began', cell: (row) => <TimeText instant={row.begun_at} toThe="minute" /> },
  { name: 'ended_at', head: 'Last ended', isRoomy: true, cell: (row) => <EndedAt instant={row.ended_at} /> },
];

const unsorted = { sort: '', onSort: () => undefined } as const;

/** The page `/admin/health`: whether the scheduled jobs and the stores work. */
export function HealthPage() {
  const answer = useQuery(healthQuery);
  return (
    <>
      <PageTitle title="Health" context="What the installation looks after by itself, and when it last did" />
      <div className={classes.panels}>
        <AskedPanel title="At a glance" answer={answer}>
          {(health) => <FactList label="Health" facts={factsOf(health)} />}
        </AskedPanel>
        <AskedPanel title="Stores" answer={answer} flush>
          {({ stores }) => (
            <DataTable caption="Stores" columns={STORES} rows={stores} keyOf={({ name }) => name} {...unsorted} />
          )}
        </AskedPanel>
        <AskedPanel title="Asked for by commands" context="The newest first" answer={answer} flush>
          {({ jobs }) =>
            jobs.length === 0 ? (
              <EmptyState title="No jobs">Backups, closings and checks that commands ask for stand here.</EmptyState>
            ) : (
              <DataTable
                caption="Jobs of commands"
                columns={JOBS}
                rows={jobs}
                keyOf={({ asked_at: at, kind }) => `${at} ${kind}`}
                {...unsorted}
              />
            )
          }
        </AskedPanel>
        <AskedPanel
          title="Going on by itself"
          context="In whichever process; what begins each minute is noted every ten, or when it ends otherwise"
          answer={answer}
          flush
        >
          {({ recurring }) =>
            recurring.length === 0 ? (
              <EmptyState title="Nothing began yet">Nightly and hourly jobs stand here once they began.</EmptyState>
            ) : (
              <DataTable
                caption="Recurring jobs"
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
const sizeOf = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** Returns the facts at a glance, each with a warning if it needs attention. */
const factsOf = (health: Health): readonly Fact[] => [
  ledgerFact(health),
  figuresFact(health),
  sealFact(health),
  backupFact(health),
  diskFact(health),
];

function ledgerFact({ at, ledger }: Health): Fact {
  if (ledger === null) return { label: 'Books', value: '–', detail: 'not verified yet; they are each night' };
  const { checked_at: checked, documents, entries, faults } = ledger;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const what = `${formatCounted(entries, 'entry', 'entries')}, ${formatCounted(documents, 'document', 'documents')}`;
  return {
    label: 'Books',
    value: faults > 0 ? formatCounted(faults, 'fault', 'faults') : 'Agree',
    detail: `${what}, verified ${formatRelative(checked, Date.parse(at))}${isLate ? ': that is late' : ''}`,
    isWarning: faults > 0 || isLate,
  };
}

function figuresFact({ at, figures }: Health): Fact {
  if (figures === null) return { label: 'Figures', value: '–', detail: 'not compared with the events yet' };
  const { checked_at: checked, differing, missing, repaired, weeks } = figures;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const found =
    missing > 0
      ? formatCounted(missing, 'week lacks events', 'weeks lack events')
      : formatCounted(differing, 'week differed', 'weeks differed');
  const again = differing > 0 ? `, ${formatCount(repaired)} sealed anew` : '';
  const when = formatRelative(checked, Date.parse(at));
  return {
    label: 'Figures',
    value: missing + differing === 0 ? 'Agree' : found,
    detail: `${formatCounted(weeks, 'week', 'weeks')} compared with the events ${when}${again}${isLate ? ': that is late' : ''}`,
    isWarning: missing > 0 || differing > repaired || isLate,
  };
}

function sealFact({ at, sealed_until: until }: Health): Fact {
  if (until === null) return { label: 'Sealed', value: '–', detail: 'the events store did not say', isWarning: true };
  const isLate = isOlder(until, at, SEALED_MS);
  return {
    label: 'Sealed until',
    value: formatDay(until.slice(0, 10)),
    detail: isLate ? 'more than four days ago: that is late' : 'three to four days ago is as it should be',
    isWarning: isLate,
  };
}

function backupFact({ at, backup }: Health): Fact {
  if (backup === null)
    return {
      label: 'Last backup',
      value: 'None',
      detail: 'npm run admin -- backup <folder> makes one',
      isWarning: true,
    };
  return {
    label: 'Last backup',
    value: formatRelative(backup.at, Date.parse(at)),
    detail: backup.folder,
    isWarning: isOlder(backup.at, at, BACKUP_MS),
  };
}

function diskFact({ disk }: Health): Fact {
  if (disk === null) return { label: 'Disk', value: '–', detail: 'it cannot be asked', isWarning: true };
  const { free_bytes: free, total_bytes: total } = disk;
  return {
    label: 'Disk of the data folder',
    value: `${sizeOf(free)} free`,
    detail: `of ${sizeOf(total)}`,
    isWarning: free < total * LOW_SHARE,
  };
}
