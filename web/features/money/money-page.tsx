import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Adjustment } from '#contract/adjustments.ts';
import { ACCOUNT_LENGTH, HOLDER_LENGTH } from '#contract/payees.ts';
import { COMPANY_ID_LENGTH, type Payer } from '#contract/payer.ts';
import { formatCount, formatDay, formatExactDollars, formatToThe } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { adjustmentsQuery, exportTable, MONEY, objectionsQuery, payerQuery, sendPayer } from './money-api.ts';
import { DebtorsPanel, MonthsPanel, OverviewPanel } from './money-overview.tsx';
import { adjustmentPlan } from './money-plans.tsx';
import { moneyPageStrings as strings } from './money-strings.ts';
import { PayeesPanel } from './payees-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PayoutsPanel } from './payouts-panel.tsx';
import { RefundsPanel } from './refunds-panel.tsx';

/** The tabs of the money pages, in order, with their paths. */
const TABS = [
  { to: '/admin/money', label: strings.overview },
  { to: '/admin/money/receivables', label: strings.receivables },
  { to: '/admin/money/payouts', label: strings.payouts },
  { to: '/admin/money/months', label: strings.months },
  { to: '/admin/money/adjustments', label: strings.adjustments },
  { to: '/admin/money/accounts', label: strings.accounts },
] as const;
type TabPath = (typeof TABS)[number]['to'];

/**
 * The pages below `/admin/money`, one for each tab: amounts owed both ways, payments, payouts, months, adjustments and
 * bank accounts (docs/ledger-and-documents.md#screens).
 */
export function MoneyPage() {
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath });
  const dialogs = { onForm: setPlan, onAct: setAct };
  return (
    <>
      <PageTitle title={strings.money} context={strings.context} />
      <PageTabs label={strings.money} tabs={TABS} />
      <div className={classes.panels}>{PANELS[path as TabPath]?.(dialogs)}</div>
      <SchemaForm plan={plan} topic={MONEY} onClose={() => setPlan(null)} />
      <ConfirmedAction plan={act} topic={MONEY} onClose={() => setAct(null)} />
    </>
  );
}

type Dialogs = {
  readonly onForm: (plan: FormPlan) => void;
  readonly onAct: (plan: ConfirmedActionPlan) => void;
};

const PANELS: Readonly<Record<TabPath, (dialogs: Dialogs) => ReactNode>> = {
  '/admin/money': () => (
    <>
      <OverviewPanel />
      <ObjectionsWaiting />
    </>
  ),
  '/admin/money/receivables': ({ onForm }) => (
    <>
      <DebtorsPanel />
      <PaymentsPanel onForm={onForm} />
    </>
  ),
  '/admin/money/payouts': (dialogs) => (
    <>
      <PayoutsPanel {...dialogs} />
      <RefundsPanel {...dialogs} />
    </>
  ),
  '/admin/money/months': () => <MonthsPanel />,
  '/admin/money/adjustments': ({ onForm }) => <AdjustmentsPanel onForm={onForm} />,
  '/admin/money/accounts': (dialogs) => (
    <>
      <PayerPanel onForm={dialogs.onForm} />
      <PayeesPanel {...dialogs} />
    </>
  ),
};

/** Maximum number of objections that the panel lists. The traffic screen lists all objections. */
const MOST_SHOWN = 10;

/** Objections that wait for a decision. Accepting one creates an adjustment. */
function ObjectionsWaiting() {
  const answer = useQuery(objectionsQuery);
  return (
    <AskedPanel
      title={strings.disputesTitle}
      context={strings.disputesContext}
      answer={answer}
      actions={
        <Button variant="default" size="xs" renderRoot={(props) => <Link {...props} to="/admin/traffic" />}>
          {strings.reviewDisputes}
        </Button>
      }
    >
      {(objections) =>
        objections.length === 0 ? (
          <EmptyState title={strings.disputesEmptyTitle}>{strings.disputesEmpty}</EmptyState>
        ) : (
          <ul className={classes.list}>
            {objections.slice(0, MOST_SHOWN).map(({ id, customer, outlet, day, words, raised_at: at }) => (
              <li key={id}>
                <strong>{customer ?? outlet}</strong>, {outlet}, {formatDay(day)}: {words}{' '}
                <TimeText instant={at} toThe="date" />
              </li>
            ))}
            {objections.length > MOST_SHOWN && (
              <li>{interpolate(strings.moreDisputes, { count: formatCount(objections.length - MOST_SHOWN) })}</li>
            )}
          </ul>
        )
      }
    </AskedPanel>
  );
}

const COLUMNS: readonly Column<Adjustment>[] = [
  {
    name: 'reason',
    head: strings.reason,
    isHeading: true,
    isSortable: true,
    isWrapping: true,
    cell: ({ reason }) => reason,
  },
  { name: 'owner', head: strings.owner, isWrapping: true, cell: ({ owner }) => owner?.name ?? '–' },
  {
    name: 'owner_amount',
    head: strings.ownerCredit,
    isNumber: true,
    cell: (row) => formatExactDollars(row.owner_amount),
  },
  { name: 'advertiser', head: strings.advertiser, isWrapping: true, cell: ({ advertiser }) => advertiser?.name ?? '–' },
  { name: 'amount', head: strings.advertiserCharge, isNumber: true, cell: ({ amount }) => formatExactDollars(amount) },
  {
    name: 'made',
    head: strings.created,
    isSortable: true,
    isRoomy: true,
    isWrapping: true,
    cell: (row) => (
      <>
        <TimeText instant={row.made_at} toThe="minute" /> <EmailText address={row.made_by} />
      </>
    ),
  },
  {
    name: 'documented',
    head: strings.state,
    cell: ({ documented }) => (
      <StateTag tone={documented ? 'good' : 'neutral'}>
        {documented ? strings.onDocuments : strings.onNextDocuments}
      </StateTag>
    ),
  },
];

/** Credits and charges that are not for deliveries, the newest first. */
function AdjustmentsPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const address = useTableAddress();
  const answer = useQuery(adjustmentsQuery(address.search));
  const totals = answer.data?.totals;
  return (
    <Panel
      title={strings.adjustments}
      context={strings.adjustmentsContext}
      flush
      actions={
        <Button size="xs" onClick={() => onForm(adjustmentPlan())}>
          {strings.makeAdjustment}
        </Button>
      }
    >
      <ServerTable
        id="adjustments"
        caption={strings.adjustments}
        noun={strings.adjustment}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort="-made"
        searchLabel={strings.searchAdjustments}
        onExport={(file) => exportTable('adjustments', address.search, file)}
        totals={
          totals === undefined
            ? undefined
            : { owner_amount: formatExactDollars(totals.owner_amount), amount: formatExactDollars(totals.amount) }
        }
        empty={{ title: strings.adjustmentsEmptyTitle, text: strings.adjustmentsEmpty }}
      />
    </Panel>
  );
}

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

const payerPlan = (known: Payer | null): FormPlan => ({
  id: 'payer',
  title: strings.payerAccount,
  context: strings.payerContext,
  submitLabel: strings.saveAccount,
  start: {
    holder: known?.holder ?? '',
    account: '',
    bank: known?.bank ?? '',
    company_id: known?.company_id ?? '',
  },
  fields: ({ draft, change, errors }) => (
    <>
      <BankAccountFields draft={draft} change={change} errors={errors} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? (
        <TextInput
          label={strings.achCompanyId}
          description={strings.achCompanyIdHint}
          maxLength={COMPANY_ID_LENGTH}
          value={draft.company_id ?? ''}
          error={errors.company_id}
          onChange={(event) => change({ company_id: event.currentTarget.value })}
        />
      ) : null}
    </>
  ),
  submit: async ({ holder = '', account = '', bank = '', company_id = '' }) => {
    await sendPayer({ holder, account, bank, company_id });
    return strings.payerSaved;
  },
});

const factsOf = ({ holder, account, bank, company_id: companyId, changed_at: changed, fault }: Payer) => [
  { label: strings.accountHolder, value: holder },
  {
    label: strings.account,
    value: account ?? strings.unreadable,
    ...(bank === null ? {} : { detail: interpolate(strings.bank, { bank }) }),
  },
  ...(companyId === '' ? [] : [{ label: strings.achCompanyId, value: companyId }]),
  {
    label: strings.state,
    value:
      fault === null ? (
        <StateTag tone="good">{strings.ready}</StateTag>
      ) : (
        <StateTag tone="warning">{strings.needsCorrection}</StateTag>
      ),
    detail: fault ?? interpolate(strings.changedOn, { date: formatToThe('date', changed) }),
  },
];

/** The account that payouts are made from. Payout runs can't be approved without this account. */
function PayerPanel({ onForm }: { onForm: (plan: FormPlan) => void }) {
  const answer = useQuery(payerQuery);
  const known = answer.data?.payer ?? null;
  return (
    <AskedPanel
      title={strings.payerAccount}
      context={strings.payerPanelContext}
      answer={answer}
      actions={
        answer.data === undefined ? null : (
          <Button variant="default" size="xs" onClick={() => onForm(payerPlan(known))}>
            {known === null ? strings.addPayerAccount : strings.changePayerAccount}
          </Button>
        )
      }
    >
      {({ payer }) =>
        payer === null ? (
          <EmptyState title={strings.payerEmptyTitle}>{strings.payerEmpty}</EmptyState>
        ) : (
          <FactList label={strings.payerDetails} facts={factsOf(payer)} />
        )
      }
    </AskedPanel>
  );
}
