import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { useAddressParts } from '../../lib/address-parts.ts';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { newUuid } from '../../lib/new-uuid.ts';
import { useFurtherTable, useTableAddress } from '../../lib/table-address.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AccountText, LeftOutOwners } from './left-out-owners.tsx';
import classes from './money.module.css';
import { downloadRun, exportTable, payoutRunsQuery, payoutsQuery, sendApproval } from './money-api.ts';
import { bankFilePlan, paidPlan, proposalPlan, refusalPlan, returnedPlan, runPaidPlan } from './money-plans.tsx';
import { payoutsPanelStrings as strings } from './money-strings.ts';
import { useBooksDay } from './use-books-day.ts';

type PayoutsPanelProps = { onForm: (plan: FormPlan) => void; onAct: (plan: ConfirmedActionPlan) => void };

const STATES = { proposed: strings.needsYourApproval, approved: strings.approved, declined: strings.declined } as const;

const stateOf = ({ state, waiting, may_approve: mayApprove }: PayoutRun) =>
  state === 'approved' && waiting === 0 ? (
    <StateTag tone="good">{strings.done}</StateTag>
  ) : (
    <StateTag tone={state === 'proposed' ? 'warning' : 'neutral'}>
      {state === 'proposed' && !mayApprove ? strings.awaitingAnotherAdministrator : STATES[state]}
    </StateTag>
  );

const RUNS: readonly Column<PayoutRun>[] = [
  {
    name: 'number',
    head: strings.run,
    isHeading: true,
    isSortable: true,
    cell: ({ number }) => interpolate(strings.runNumber, { number }),
  },
  {
    name: 'total',
    head: strings.total,
    isNumber: true,
    isSortable: true,
    cell: ({ id, number, total }) => (
      <ExplainedFigure
        value={formatDollars(total)}
        label={interpolate(strings.totalOfRun, { number })}
        asked={{ figure: 'payout_run', of: id }}
      />
    ),
  },
  {
    name: 'cash',
    head: strings.cash,
    isWrapping: true,
    cell: ({ cash_short: short, state }) =>
      state !== 'proposed' ? (
        ''
      ) : short > 0 ? (
        <StateTag tone="warning">{interpolate(strings.cashShort, { amount: formatDollars(short) })}</StateTag>
      ) : (
        strings.cashEnough
      ),
  },
  {
    name: 'payouts',
    head: strings.owners,
    isNumber: true,
    isWrapping: true,
    cell: ({ payouts, left_out_total: leftOut }) =>
      leftOut === 0
        ? formatCount(payouts)
        : interpolate(strings.ownersAndSkipped, { payouts: formatCount(payouts), skipped: formatCount(leftOut) }),
  },
  { name: 'state', head: strings.state, cell: stateOf },
  {
    name: 'proposed',
    head: strings.proposed,
    cell: (run) => (
      <>
        <TimeText instant={run.proposed_at} toThe="minute" /> <EmailText address={run.proposed_by ?? ''} />
      </>
    ),
    isWrapping: true,
  },
  {
    name: 'decided',
    head: strings.decided,
    isRoomy: true,
    isWrapping: true,
    cell: (run) =>
      run.decided_at === null ? (
        ''
      ) : (
        <>
          <TimeText instant={run.decided_at} toThe="minute" /> <EmailText address={run.decided_by ?? ''} /> {run.why}
        </>
      ),
  },
];

/**
 * Returns the confirmation for approving a payout run. `sendingId` makes the approval idempotent: a retry after a
 * failure gets the first response.
 */
const approvalPlan = (
  { id, number, total, payouts, cash_short: short }: PayoutRun,
  sendingId = newUuid(),
): ConfirmedActionPlan => ({
  title: interpolate(strings.approveRun, { number }),
  confirmLabel: strings.approve,
  text:
    short > 0
      ? interpolate(strings.approveTextCashShort, {
          total: formatDollars(total),
          owners: counted(payouts, NOUNS.owner),
          shortfall: formatDollars(short),
        })
      : interpolate(strings.approveText, { total: formatDollars(total), owners: counted(payouts, NOUNS.owner) }),
  run: async () => {
    await sendApproval(id, { sending_id: sendingId });
    return interpolate(strings.runApproved, { number });
  },
});

const FILTERS = [
  {
    name: 'state',
    label: strings.state,
    all: strings.allStates,
    choices: [
      { value: 'proposed', label: strings.proposed },
      { value: 'approved', label: strings.approved },
      { value: 'declined', label: strings.declined },
    ],
  },
] as const;

/** Payout runs. One administrator proposes a run and another approves it. Each payout is then paid or returned. */
export function PayoutsPanel({ onForm, onAct }: PayoutsPanelProps) {
  const { run: opened } = useSearch({ from: '/admin/money/payouts' });
  const change = useAddressParts<{ run?: string }>();
  const address = useTableAddress();
  const today = useBooksDay();
  const answer = useQuery(payoutRunsQuery(address.search));
  const saving = useMutation({ mutationFn: downloadRun });
  const open = ({ id }: PayoutRun) => change(({ run }) => ({ run: run === id ? '' : id }));
  const button = (run: PayoutRun, label: string, onClick: () => void) => (
    <Button
      variant="default"
      size="xs"
      onClick={onClick}
      aria-label={interpolate(strings.actionOfRun, { action: label, number: run.number })}
    >
      {label}
    </Button>
  );
  const run = answer.data?.data.find(({ id }) => id === opened);
  const total = answer.data?.totals?.total;
  return (
    <>
      <Panel
        title={strings.payoutRuns}
        context={strings.context}
        flush
        actions={
          <Button size="xs" onClick={() => onForm(proposalPlan())}>
            {strings.proposeRun}
          </Button>
        }
      >
        <ServerTable
          id="payout-runs"
          caption={strings.payoutRuns}
          noun={strings.runNoun}
          columns={RUNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="-number"
          searchLabel={strings.search}
          hasSearch={false}
          filters={FILTERS}
          onExport={(file) => exportTable('runs', address.search, file)}
          totals={total === undefined ? undefined : { total: formatDollars(total) }}
          onOpen={open}
          rowActions={(row) => (
            <div className={classes.buttons}>
              {row.may_approve ? button(row, strings.approve, () => onAct(approvalPlan(row))) : null}
              {row.state === 'proposed' ? button(row, strings.decline, () => onForm(refusalPlan(row))) : null}
              {row.state === 'approved' && row.waiting > 0
                ? button(row, strings.bankFile, () => onForm(bankFilePlan(row)))
                : null}
              {row.state === 'approved' && row.waiting > 0
                ? button(row, 'CSV', () => saving.mutate({ id: row.id, format: 'csv' }))
                : null}
              {row.state === 'approved' && row.waiting > 0
                ? button(row, strings.markAsPaid, () => onForm(runPaidPlan(row, today())))
                : null}
            </div>
          )}
          empty={{ title: strings.emptyTitle, text: strings.empty }}
        />
      </Panel>
      {run === undefined ? null : <RunPanel key={run.id} run={run} onForm={onForm} />}
    </>
  );
}

const PAYOUT_STATES = {
  proposed: strings.proposed,
  approved: strings.approved,
  declined: strings.declined,
  paid: strings.paid,
  returned: strings.returned,
} as const;

const PAYOUTS: readonly Column<Payout>[] = [
  { name: 'customer', head: strings.owner, isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  {
    name: 'amount',
    head: strings.amount,
    isNumber: true,
    cell: ({ amount, customer, id }) => (
      <ExplainedFigure
        value={formatDollars(amount)}
        label={interpolate(strings.payoutTo, { name: customer.name })}
        asked={{ figure: 'payout', of: id }}
      />
    ),
  },
  {
    name: 'account',
    head: strings.to,
    isWrapping: true,
    cell: ({ account, starts_at: startsAt }) => <AccountText account={account} startsAt={startsAt} />,
  },
  {
    name: 'state',
    head: strings.state,
    cell: ({ state }) => (
      <StateTag tone={state === 'paid' ? 'good' : state === 'returned' ? 'warning' : 'neutral'}>
        {PAYOUT_STATES[state]}
      </StateTag>
    ),
  },
  { name: 'paid_on', head: strings.paidOn, cell: (row) => (row.paid_on === null ? '' : formatDay(row.paid_on)) },
  { name: 'why', head: strings.returnReason, isWrapping: true, cell: ({ why }) => why },
];

function RunPanel({ run, onForm }: { run: PayoutRun; onForm: (plan: FormPlan) => void }) {
  const address = useFurtherTable('of');
  const today = useBooksDay();
  const answer = useQuery(payoutsQuery(run.id, address.search));
  const title = interpolate(strings.payoutsOfRun, { number: run.number });
  return (
    <Panel title={title} flush>
      <ServerTable
        id="payouts"
        caption={title}
        noun={strings.payout}
        columns={PAYOUTS}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort=""
        searchLabel={title}
        hasSearch={false}
        totals={{ amount: formatDollars(run.total) }}
        rowActions={(row) => (
          <div className={classes.buttons}>
            {row.state === 'approved' ? (
              <Button
                variant="default"
                size="xs"
                onClick={() => onForm(paidPlan(row, today()))}
                aria-label={interpolate(strings.markPaidOf, { name: row.customer.name })}
              >
                {strings.markAsPaid}
              </Button>
            ) : null}
            {row.state === 'approved' || row.state === 'paid' ? (
              <Button
                variant="default"
                size="xs"
                onClick={() => onForm(returnedPlan(row))}
                aria-label={interpolate(strings.markReturnedOf, { name: row.customer.name })}
              >
                {strings.markAsReturned}
              </Button>
            ) : null}
          </div>
        )}
        empty={{ title: strings.emptyTitle, text: strings.empty }}
      />
      <LeftOutOwners run={run} />
    </Panel>
  );
}
