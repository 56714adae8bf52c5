import { LATEST_DAYS_LATE } from '#domain/constants.ts';
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
  if (months === null)
    throw new AdminError('Events are kept for ever: set RETENTION_MONTHS, or name the months with --months.');
  if (months < LEAST_RETENTION_MONTHS)
    throw new AdminError(
      `Events are kept for ${LEAST_RETENTION_MONTHS} months at least: outlets report up to ${LATEST_DAYS_LATE} days late, and only whole weeks leave.`,
    );
  const asked = { kind: REMOVE_EVENTS, payload: JSON.stringify({ months, isDry }) };
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, asked);
  if ('failure' in outcome) throw new AdminError(`Not removed. ${outcome.failure}`);
  const { weeks, blocked } = outcome.result as RemovedEvents;

  const since = keptSince(months, now());
  for (const { week, events, bytes } of weeks) print(`week from ${week}: ${counted(events)}, ${sizeOf(bytes)}`);
  const [events, bytes] = [sum(weeks.map((week) => week.events)), sum(weeks.map((week) => week.bytes))];
  const all = `${counted(events)} of ${weeks.length} ${weeks.length === 1 ? 'week' : 'weeks'} (${sizeOf(bytes)})`;
  if (weeks.length === 0) print(`No whole week of events lies before ${since}.`);
  else if (isDry)
    print(`Would be removed: ${all} from before ${since}. Sums by quarter hour stay, and so all figures do.`);
  else
    print(
      `Removed: ${all} from before ${since}. They leave the disk some minutes later; all figures stay as they were.`,
    );
  if (blocked !== null)
    throw new AdminError(
      `From the week of ${blocked.week} on nothing ${isDry ? 'would leave' : 'left'}: ${blocked.reason}.`,
    );
  if (!isDry && weeks.length > 0) print('Backups made before today still hold them.');
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const counted = (events: number): string => `${events.toLocaleString('en-US')} ${events === 1 ? 'event' : 'events'}`;
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
