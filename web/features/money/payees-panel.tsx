import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Payee } from '#contract/payees.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { exportTable, payeesQuery } from './money-api.ts';
import { payeesPanelStrings as strings } from './money-strings.ts';
import { confirmationPlan, payeePlan, withdrawalPlan } from './payee-plan.tsx';

function stateOf({ account, confirmed_at: confirmed, may_confirm: mayConfirm, starts_at: startsAt }: Payee) {
  if (account === null) return <StateTag tone="warning">{strings.reenterAccount}</StateTag>;
  if (confirmed === null)
    return (
      <StateTag tone="warning">
        {mayConfirm ? strings.needsYourConfirmation : strings.awaitingAnotherAdministrator}
      </StateTag>
    );
  if (startsAt === null) return <StateTag tone="good">{strings.confirmed}</StateTag>;
  return (
    <>
      <StateTag>{strings.confirmed}</StateTag>
      <div>{interpolate(strings.payoutsStart, { startsAt: <TimeText instant={startsAt} toThe="minute" /> })}</div>
    </>
  );
}

const COLUMNS: readonly Column<Payee>[] = [
  { name: 'customer', head: strings.owner, isHeading: true, isWrapping: true, cell: ({ customer }) => customer.name },
  { name: 'holder', head: strings.accountHolder, isWrapping: true, cell: ({ holder }) => holder },
  {
    name: 'account',
    head: strings.account,
    isWrapping: true,
    cell: ({ account, in_use: inUse }) => (
      <>
        {account ?? strings.unreadable}
        {inUse === null ? null : (
          <div>
            <small>{interpolate(strings.inUse, { account: inUse.account ?? strings.unreadableInUse })}</small>
          </div>
        )}
      </>
    ),
  },
  { name: 'bank', head: strings.bank, isRoomy: true, cell: ({ bank }) => bank ?? '' },
  {
    name: 'state',
    head: strings.state,
    isWrapping: true,
    cell: stateOf,
  },
  {
    name: 'changed',
    head: strings.changed,
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.changed_at} toThe="minute" /> <EmailText address={row.changed_by ?? ''} />
      </>
    ),
  },
];

/** The accounts to which payouts and refunds go. */
export function PayeesPanel({
  onForm,
  onAct,
}: {
  onForm: (plan: FormPlan) => void;
  onAct: (plan: ConfirmedActionPlan) => void;
}) {
  const address = useTableAddress();
  const answer = useQuery(payeesQuery(address.search));
  return (
    <Panel
      title={strings.title}
      context={strings.context}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(payeePlan())}>
          {strings.addAccount}
        </Button>
      }
    >
      <ServerTable
        id="payees"
        caption={strings.title}
        noun={strings.accountNoun}
        columns={COLUMNS}
        keyOf={({ customer }) => customer.id}
        answer={answer}
        address={address}
        defaultSort=""
        searchLabel={strings.search}
        onExport={(file) => exportTable('payees', address.search, file)}
        rowActions={(row) => (
          <div className={classes.buttons}>
            {row.may_confirm ? (
              <Button
                size="xs"
                onClick={() => onAct(confirmationPlan(row))}
                aria-label={interpolate(strings.confirmAccountOf, { name: row.customer.name })}
              >
                {strings.confirm}
              </Button>
            ) : null}
            {row.confirmed_at === null ? (
              <Button
                variant="default"
                size="xs"
                onClick={() => onAct(withdrawalPlan(row))}
                aria-label={interpolate(strings.withdrawChangeOf, { name: row.customer.name })}
              >
                {strings.withdraw}
              </Button>
            ) : null}
            <Button
              variant="default"
              size="xs"
              onClick={() => onForm(payeePlan(row))}
              aria-label={interpolate(strings.changeAccountOf, { name: row.customer.name })}
            >
              {strings.change}
            </Button>
          </div>
        )}
        empty={{ title: strings.emptyTitle, text: strings.empty }}
      />
    </Panel>
  );
}
