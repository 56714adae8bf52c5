import { counted, NOUNS } from '#domain/counted.ts';
import { currencyMark } from '#domain/currency.ts';
import type { LossCost } from '#event-store/operations.ts';
import { insertWithAudit } from '../administration/insert-with-audit.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { MEASURE_LOSSES, type MeasuredLosses } from '../maintenance/measure-losses-job.ts';
import { createNotices } from '../notices/create-notices.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { shownAmount } from './sums-line.ts';
import { telling } from './telling.ts';

/** The selected weeks, as ISO dates of their Mondays, or all weeks. */
type Weeks = { readonly weeks: readonly string[]; readonly all?: boolean };

/**
 * Acknowledges missing events in these weeks, or in all weeks if `weeks` is empty, and clears the notice about the
 * missing events. The sealed sums stay.
 */
export async function acceptMissingEvents(context: AdminContext, { weeks }: Pick<Weeks, 'weeks'>): Promise<void> {
  await refuseUnknown(context, weeks);
  const { accepted } = await settle(context, weeks, false);
  if (accepted.length === 0) context.print('No missing events need to be accepted.');
}

/**
 * Acknowledges missing events, and also gives up the events of these weeks that are still stored elsewhere: they block
 * the removal of older events. Advertisers' figures may decrease. Prints the decrease for each week, and changes data
 * only with `isConfirmed`.
 */
export async function giveUpMissingEvents(
  context: AdminContext,
  { weeks, all = false, isConfirmed }: Weeks & { readonly isConfirmed: boolean },
): Promise<void> {
  const { accounts, config, now, print } = context;
  const outcome = await askForJob(
    { accounts, config, now, ...telling(print) },
    { kind: MEASURE_LOSSES, payload: '{}' },
  );
  if ('failure' in outcome) throw new AdminError(`Nothing was discarded. ${outcome.failure}`);
  const { losses } = outcome.result as MeasuredLosses;
  if (losses.length === 0) return print('No weeks with missing events are left to discard.');
  refuseOthers(
    weeks,
    losses.map(({ week }) => week),
  );
  const isAsked = ({ week }: LossCost) => weeks.length === 0 || weeks.includes(week);
  const asked = losses.filter(isAsked);
  for (const loss of asked) print(costLine(loss, currencyMark(config.currency)));
  if (weeks.length === 0 && !all)
    throw new AdminError('Nothing was discarded. Name the weeks with --week, or select all of them with --all.');
  if (!isConfirmed)
    return print(
      'Nothing was discarded. To continue, run the command again with --yes. Afterwards, only a backup can restore these events.',
    );
  await settle(
    context,
    asked.map(({ week }) => week),
    true,
  );
}

function costLine({ week, missing, expected, left, onlyInCopy }: LossCost, mark: string): string {
  const known = `Week of ${week}: about ${counted(missing, NOUNS.event)} of ${expected.toLocaleString('en-US')} missing, ${counted(left.events, NOUNS.event)} (${mark}${shownAmount(left.micros)}) left.`;
  const cost =
    onlyInCopy.events === 0 && onlyInCopy.micros === 0
      ? 'No figures decrease: the advertisers’ copy has no other events.'
      : `Advertisers would see ${counted(onlyInCopy.events, NOUNS.event)} and ${mark}${shownAmount(onlyInCopy.micros)} less, which only their copy contains.`;
  return `${known} ${cost}`;
}

async function refuseUnknown({ accounts }: AdminContext, weeks: readonly string[]): Promise<void> {
  const losses = await createSealLedger(accounts).losses();
  refuseOthers(
    weeks,
    losses.map(({ week }) => week),
  );
}

function refuseOthers(weeks: readonly string[], known: readonly string[]): void {
  const other = weeks.find((week) => !known.includes(week));
  if (other === undefined) return;
  const named = known.length === 0 ? 'no week does' : `these weeks do: ${known.join(', ')}`;
  throw new AdminError(`The week of ${other} has no missing events; ${named}.`);
}

/** Accepts or gives up losses in one transaction, with the audit log entries. An empty list of weeks means all. */
async function settle(context: AdminContext, weeks: readonly string[], isGivingUp: boolean) {
  const { accounts, now, print } = context;
  const some = weeks.length === 0 ? undefined : weeks;
  const done = await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    const ledger = createSealLedger(tx);
    const accepted = await ledger.acceptLosses(nowMs, some);
    for (const { week, missing } of accepted)
      await note({ action: 'events.accept-missing', subject: week, detail: { missing } });
    const givenUp = isGivingUp ? await ledger.giveUpLosses(nowMs, some) : [];
    for (const { week, missing } of givenUp)
      await note({ action: 'events.give-up', subject: week, detail: { missing } });
    const isTold = (await ledger.losses()).some(({ isAccepted }) => !isAccepted);
    return { accepted, givenUp, isTold };
  });
  // If another loss appears later, the next comparison raises a new notice.
  if (!done.isTold) await createNotices({ accounts, now }).end('events');
  for (const { week, missing } of done.accepted)
    print(`Accepted: about ${counted(missing, NOUNS.event)} of the week of ${week}.`);
  for (const { week } of done.givenUp)
    print(
      `Discarded: the remaining events of the week of ${week} count where they differ, and are removed after RETENTION_MONTHS.`,
    );
  return done;
}
