import type { Health } from '#contract/health.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { formatCount, formatCounted, formatDay, formatRelative } from '../../lib/formatters.ts';
import type { Fact } from '../../ui/fact-list.tsx';

/** A nightly job is late six hours after it should have run. */
const NIGHTLY_MS = DAY_MS + 6 * HOUR_MS;
/** Sealed figures are between three and four days old when the job is on schedule. */
const SEALED_MS = 4 * DAY_MS + HOUR_MS;
const BACKUP_MS = 7 * DAY_MS;
const LOW_SHARE = 0.1;
const GB = 1024 ** 3;

const isOlder = (instant: string, at: string, ms: number): boolean => Date.parse(at) - Date.parse(instant) > ms;
const sizeOf = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** The checked parts, each with a warning if it needs attention. */
export const factsOf = (health: Health): readonly Fact[] => [
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
