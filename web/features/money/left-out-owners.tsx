import type { PayoutRun } from '#contract/payouts.ts';
import { formFor } from '#domain/counted.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
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
    cell: ({ customer }) => customer.name,
  },
  { name: 'amount', head: strings.amount, isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'starts',
    head: strings.reason,
    isWrapping: true,
    cell: ({ starts_at: startsAt }) => (
      <>{interpolate(strings.accountChanged, { startsAt: <TimeText instant={startsAt} toThe="minute" /> })}</>
    ),
  },
];

/** The owners that a run leaves out, because the owners' accounts changed less than a day before the run. */
export function LeftOutOwners({ run: { left_out: owners, left_out_total: total, number } }: { run: PayoutRun }) {
  if (total === 0) return null;
  return (
    <>
      <DataTable
        caption={interpolate(strings.caption, { number })}
        columns={COLUMNS}
        rows={owners}
        keyOf={({ customer }) => customer.id}
        sort=""
        onSort={() => undefined}
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
