import { useQuery } from '@tanstack/react-query';
import type { Health } from '#contract/health.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { formatCount, formatDay, formatRelative } from '../../lib/formatters.ts';
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
  if (engine === 'embedded') return name === 'accounts' ? strings.sQLiteInTheDataFolder : strings.chDBInTheDataFolder;
  return {
    postgresql: strings.postgreSQLServer,
    clickhouse: strings.clickHouseServer,
    clickhouse_cluster: strings.clickHouseCluster,
  }[engine];
}

const STORE_WORDS: Readonly<Record<Store['name'], string>> = {
  accounts: strings.accountsAndBooks,
  events: strings.events,
};
const STORES: readonly Column<Store>[] = [
  { name: 'name', head: strings.store, isHeading: true, cell: ({ name }) => STORE_WORDS[name] },
  { name: 'engine', head: strings.keptIn, isWrapping: true, cell: engineOf },
  {
    name: 'answers',
    head: strings.state,
    cell: ({ answers }) => (
      <StateTag tone={answers ? 'good' : 'warning'}>{answers ? strings.answers : strings.doesNotAnswer}</StateTag>
    ),
  },
];

const JOB_WORDS: Readonly<Record<string, string>> = {
  backup: strings.backup,
  'check-figures': strings.comparingFigures,
  'close-month': strings.closingAMonth,
  'erase-fingerprint': strings.erasingAVisitor,
  'measure-losses': strings.measuringWhatIsLost,
  'remove-old-events': strings.removingOldEvents,
  'verify-ledger': strings.verifyingTheBooks,
};
const JOB_STATES = {
  waiting: [strings.waits, 'neutral'],
  running: [strings.underWay, 'neutral'],
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
    cell: ({ failure, kind }) => <JobName name={JOB_WORDS[kind] ?? kind} failure={failure} />,
  },
  {
    name: 'state',
    head: strings.state,
    cell: ({ state }) => <JobState state={state} />,
  },
  { name: 'asked_at', head: strings.askedFor, cell: (row) => <TimeText instant={row.asked_at} toThe="minute" /> },
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
  { name: 'begun_at', head: strings.lastBegan, cell: (row) => <TimeText instant={row.begun_at} toThe="minute" /> },
  { name: 'ended_at', head: strings.lastEnded, isRoomy: true, cell: (row) => <EndedAt instant={row.ended_at} /> },
];

const unsorted = { sort: '', onSort: () => undefined } as const;

/** The page `/admin/health`: whether the scheduled jobs and the stores work. */
export function HealthPage() {
  const answer = useQuery(healthQuery);
  return (
    <>
      <PageTitle title={strings.health} context={strings.whatTheInstallationLooksAfter} />
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
        <AskedPanel title={strings.askedForByCommands} context={strings.theNewestFirst} answer={answer} flush>
          {({ jobs }) =>
            jobs.length === 0 ? (
              <EmptyState title={strings.noJobs}>{strings.backupsClosingsAndChecksThat}</EmptyState>
            ) : (
              <DataTable
                caption={strings.jobsOfCommands}
                columns={JOBS}
                rows={jobs}
                keyOf={({ asked_at: at, kind }) => `${at} ${kind}`}
                {...unsorted}
              />
            )
          }
        </AskedPanel>
        <AskedPanel
          title={strings.goingOnByItself}
          context="In whichever process; what begins each minute is noted every ten, or when it ends otherwise"
          answer={answer}
          flush
        >
          {({ recurring }) =>
            recurring.length === 0 ? (
              <EmptyState title={strings.nothingBeganYet}>{strings.nightlyAndHourlyJobsStand}</EmptyState>
            ) : (
              <DataTable
                caption={strings.recurringJobs}
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
const sizeOf = (bytes: number): string => interpolate(strings.gB, { bytes: (bytes / GB).toFixed(1) });

/** Returns the facts at a glance, each with a warning if it needs attention. */
const factsOf = (health: Health): readonly Fact[] => [
  ledgerFact(health),
  figuresFact(health),
  sealFact(health),
  backupFact(health),
  diskFact(health),
];

function ledgerFact({ at, ledger }: Health): Fact {
  if (ledger === null) return { label: strings.books, value: '–', detail: 'not verified yet; they are each night' };
  const { checked_at: checked, documents, entries, faults } = ledger;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const what = `${counted(entries, NOUNS.entry)}, ${counted(documents, NOUNS.document)}`;
  return {
    label: strings.books,
    value: faults > 0 ? counted(faults, NOUNS.fault) : strings.agree,
    detail: interpolate(strings.verified, {
      what,
      checked: formatRelative(checked, Date.parse(at)),
      detail: isLate ? strings.thatIsLate : '',
    }),
    isWarning: faults > 0 || isLate,
  };
}

function figuresFact({ at, figures }: Health): Fact {
  if (figures === null) return { label: strings.figures, value: '–', detail: strings.notComparedWithTheEvents };
  const { checked_at: checked, differing, missing, repaired, weeks } = figures;
  const isLate = isOlder(checked, at, NIGHTLY_MS);
  const found = missing > 0 ? counted(missing, strings.weeksLackEvents) : counted(differing, strings.weeksDiffered);
  const again = differing > 0 ? interpolate(strings.sealedAnew, { repaired: formatCount(repaired) }) : '';
  const when = formatRelative(checked, Date.parse(at));
  return {
    label: strings.figures,
    value: missing + differing === 0 ? strings.agree : found,
    detail: interpolate(strings.comparedWithTheEvents, {
      weeks: counted(weeks, NOUNS.week),
      when,
      again,
      detail: isLate ? strings.thatIsLate : '',
    }),
    isWarning: missing > 0 || differing > repaired || isLate,
  };
}

function sealFact({ at, sealed_until: until }: Health): Fact {
  if (until === null)
    return { label: strings.sealed, value: '–', detail: strings.theEventsStoreDidNot, isWarning: true };
  const isLate = isOlder(until, at, SEALED_MS);
  return {
    label: strings.sealedUntil,
    value: formatDay(until.slice(0, 10)),
    detail: isLate ? strings.moreThanFourDaysAgo : strings.threeToFourDaysAgo,
    isWarning: isLate,
  };
}

function backupFact({ at, backup }: Health): Fact {
  if (backup === null)
    return {
      label: strings.lastBackup,
      value: strings.none,
      detail: 'npm run admin -- backup <folder> makes one',
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
  if (disk === null) return { label: strings.disk, value: '–', detail: strings.itCannotBeAsked, isWarning: true };
  const { free_bytes: free, total_bytes: total } = disk;
  return {
    label: strings.diskOfTheDataFolder,
    value: interpolate(strings.free, { free: sizeOf(free) }),
    detail: interpolate(strings.of, { total: sizeOf(total) }),
    isWarning: free < total * LOW_SHARE,
  };
}
