import type { PayoutRun } from '#contract/payouts.ts';
import { formatCounted, formatDollars } from '../../lib/formatters.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';

type LeftOut = PayoutRun['left_out'][number];

const COLUMNS: readonly Column<LeftOut>[] = [
  { name: 'customer', head: 'Left out', isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  { name: 'amount', head: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'starts',
    head: 'Reason',
    isWrapping: true,
    cell: ({ starts_at: startsAt }) => (
      <>
        The account was changed. Payouts to it start on <TimeText instant={startsAt} toThe="minute" />.
      </>
    ),
  },
];

/** The owners that a run leaves out, because the owners' accounts changed less than a day before the run. */
export function LeftOutOwners({ run: { left_out: owners, left_out_total: total, number } }: { run: PayoutRun }) {
  if (total === 0) return null;
  return (
    <>
      <DataTable
        caption={`Owners that run ${number} leaves out`}
        columns={COLUMNS}
        rows={owners}
        keyOf={({ customer }) => customer.id}
        sort=""
        onSort={() => undefined}
      />
      {total > owners.length ? (
        <p
          className={classes.note}
        >{`${formatCounted(total - owners.length, 'more owner is', 'more owners are')} left out.`}</p>
      ) : null}
    </>
  );
}

/** Shows a payout's account. If the account has just changed, also shows when payouts to this account start. */
export function AccountText({ account, startsAt }: { account: string | null; startsAt: string | null }) {
  return (
    <>
      {account ?? 'No account'}
      {startsAt === null ? null : (
        <div>
          <small>
            from <TimeText instant={startsAt} toThe="minute" />
          </small>
        </div>
      )}
    </>
  );
}
