import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { keptSince, LEAST_RETENTION_MONTHS } from '#domain/retention.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { REMOVE_EVENTS, type RemovedEvents } from '../maintenance/remove-events-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { telling } from './telling.ts';

export type RemovalOptions = { readonly months?: number; readonly isDry: boolean };

/** Removes events older than `months` or, by default, RETENTION_MONTHS. Their archived sums stay. */
export async function removeEvents(context: AdminContext, { isDry, ...options }: RemovalOptions): Promise<void> {
  const { accounts, config, now, print } = context;
  const months = options.months ?? config.retentionMonths;
  if (months === null) throw new AdminError('Events are kept without limit. Set RETENTION_MONTHS, or use --months.');
  if (months < LEAST_RETENTION_MONTHS)
    throw new AdminError(
      `Events are kept for at least ${LEAST_RETENTION_MONTHS} months, because outlets report up to ${LATEST_DAYS_LATE} days late and only whole weeks are removed.`,
    );
  const asked = { kind: REMOVE_EVENTS, payload: JSON.stringify({ months, isDry }) };
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, asked);
  if ('failure' in outcome) throw new AdminError(`No events were removed. ${outcome.failure}`);
  const { weeks, blocked } = outcome.result as RemovedEvents;

  const since = keptSince(months, now());
  for (const { week, events, bytes } of weeks)
    print(`Week of ${week}: ${counted(events, NOUNS.event)}, ${sizeOf(bytes)}`);
  const [events, bytes] = [sum(weeks.map((week) => week.events)), sum(weeks.map((week) => week.bytes))];
  const all = `${counted(events, NOUNS.event)} of ${counted(weeks.length, NOUNS.week)} (${sizeOf(bytes)})`;
  if (weeks.length === 0) print(`There is no whole week of events before ${since}.`);
  else if (isDry) print(`Would remove ${all} from before ${since}. Quarter-hour sums stay, so figures do not change.`);
  else print(`Removed ${all} from before ${since}. Disk space is freed some minutes later. All figures are unchanged.`);
  if (blocked !== null)
    throw new AdminError(
      `Events from the week of ${blocked.week} on ${isDry ? 'would be' : 'were'} kept: ${blocked.reason}.`,
    );
  if (!isDry && weeks.length > 0) print('Earlier backups still contain them.');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
