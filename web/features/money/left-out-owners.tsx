import type { PayoutRun } from '#contract/payouts.ts';
import { formFor } from '#domain/counted.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useFurtherTable } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { leftOutOwnersStrings as strings } from './money-strings.ts';

type LeftOut = PayoutRun['left_out'][number];

const COLUMNS: readonly Column<LeftOut>[] = [
  {
    name: 'customer',
    head: strings.skippedOwner,
    isHeading: true,
    isWrapping: true,
    value: ({ customer }) => customer.name,
    cell: ({ customer }) => customer.name,
  },
  {
    name: 'amount',
    head: strings.amount,
    isNumber: true,
    value: ({ amount }) => amount,
    sum: formatDollars,
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    name: 'starts',
    head: strings.reason,
    isWrapping: true,
    value: ({ starts_at: startsAt }) => startsAt,
    cell: ({ starts_at: startsAt }) => (
      <>{interpolate(strings.accountChanged, { startsAt: <TimeText instant={startsAt} toThe="minute" /> })}</>
    ),
  },
];

/** The owners that a run leaves out, because the owners' accounts changed less than a day before the run. */
export function LeftOutOwners({ run: { left_out: owners, left_out_total: total, number } }: { run: PayoutRun }) {
  const address = useFurtherTable('skipped');
  if (total === 0) return null;
  const caption = interpolate(strings.caption, { number });
  return (
    <>
      <LocalTable
        id="skipped-owners"
        caption={caption}
        noun={strings.ownerNoun}
        fileName={`voltboard-run-${number}-skipped`}
        columns={COLUMNS}
        rows={owners}
        keyOf={({ customer }) => customer.id}
        address={address}
        searchLabel={strings.search}
        empty={{ title: caption, text: strings.empty }}
      />
      {total > owners.length ? (
        <p className={classes.note}>
          {interpolate(formFor(total - owners.length, strings.moreSkipped), {
            count: formatCount(total - owners.length),
          })}
        </p>
      ) : null}
    </>
  );
}

/** Shows a payout's account. If the account has just changed, also shows when payouts to this account start. */
export function AccountText({ account, startsAt }: { account: string | null; startsAt: string | null }) {
  return (
    <>
      {account ?? strings.noAccount}
      {startsAt === null ? null : (
        <div>
          <small>
            {interpolate(strings.payoutsStart, { startsAt: <TimeText instant={startsAt} toThe="minute" /> })}
          </small>
        </div>
      )}
    </>
  );
}
