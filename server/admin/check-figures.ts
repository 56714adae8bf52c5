import { counted, NOUNS } from '#domain/counted.ts';
import type { Difference } from '#event-store/operations.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { CHECK_FIGURES, type CheckedFigures } from '../maintenance/check-figures-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { findCustomerNames } from './lookup-queries.ts';
import { telling } from './telling.ts';

/**
 * Compares sealed sums with the stored events, in the running server or in this process. Throws an `AdminError` if a
 * difference remains: in a dry run, or if events are missing.
 */
export async function checkFigures(context: AdminContext, isDry: boolean): Promise<void> {
  const { accounts, config, now, print } = context;
  const asked = { kind: CHECK_FIGURES, payload: JSON.stringify({ isDry }) };
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, asked);
  if ('failure' in outcome) throw new AdminError(`The figures were not checked. ${outcome.failure}`);
  const { weeks, differences, differing, hasTotals, copyDays, missing } = outcome.result as CheckedFigures;

  const names = await findCustomerNames(accounts, [...new Set(differences.map(({ customerKey }) => customerKey))]);
  if (differences.length > 0) print('Week of, customer: events minus sealed sums (money in millionths)');
  for (const difference of differences) print(lineOf(difference, names.get(difference.customerKey)));
  for (const day of copyDays) print(`${day}: the advertisers’ copy does not match the events`);
  if (hasTotals && differing.length === 0) print('The all-time totals do not match the sums of the weeks.');
  for (const { week, events } of missing)
    print(`${week}: about ${counted(events, NOUNS.event)} missing that were sealed; the sealed sums are kept.`);

  const isEqual = differing.length === 0 && !hasTotals && copyDays.length === 0;
  const compared = `${counted(weeks, NOUNS.week)} compared`;
  if (isEqual) print(`${compared}: all sums match the events.`);
  else if (isDry) throw new AdminError(`${compared}: some sums do not match. Run without --dry-run to reseal them.`);
  else print(`${compared}: sums that did not match were resealed from the events.`);
  if (missing.length > 0) throw new AdminError('Events are missing. Restore a backup, or run accept-missing-events.');
}

function lineOf(difference: Difference, name = `customer number ${difference.customerKey}`): string {
  const { week, days, views, clicks, burns, micros, ownerMicros, energyMilliWh } = difference;
  const parts = [`views ${signed(views)}`, `clicks ${signed(clicks)}`, `burns ${signed(burns)}`];
  const money = [
    `money ${signed(micros)}`,
    `owner's share ${signed(ownerMicros)}`,
    `energy ${signed(energyMilliWh)} mWh`,
  ];
  return `${week}, ${name}: ${[...parts, ...money].join(', ')} (on ${counted(days, NOUNS.day)})`;
}

const signed = (amount: number | string): string => (Number(amount) > 0 ? `+${amount}` : String(amount));
