import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { DocumentRow } from '#contract/documents.ts';
import { ACCOUNT_LENGTH, HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { NOUNS } from '#domain/counted.ts';
import { explainedMoney } from '../../explain/explained-facts.tsx';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatDollars, formatMonth, formatToThe } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { CURRENCY } from '../../lib/page-currency.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { DayText } from '../../ui/time-text.tsx';
import { DocumentView } from './document-view.tsx';
import { DocumentState, titleOf } from './document-words.tsx';
import classes from './documents.module.css';
import {
  documentsQuery,
  downloadDocument,
  downloadList,
  knownWords,
  OWN_PAYEE,
  ownMoneyQuery,
  ownPayeeQuery,
  sendOwnPayee,
  sendWithdrawnChange,
  type Titled,
} from './documents-api.ts';
import { documentsPageStrings as strings } from './documents-strings.ts';

const month: Column<DocumentRow> = {
  name: 'month',
  head: strings.month,
  isHeading: true,
  isSortable: true,
  cell: (row) => formatMonth(row.month),
};
const customer: Column<DocumentRow> = {
  name: 'customer',
  head: strings.customer,
  isSortable: true,
  isWrapping: true,
  cell: (row) => row.customer.name,
};
const said = (knownOn: string | undefined): readonly Column<DocumentRow>[] => [
  { name: 'number', head: strings.document, isSortable: true, isWrapping: true, cell: (row) => titleOf(row) },
  {
    name: 'total',
    head: strings.total,
    isNumber: true,
    isSortable: true,
    cell: (row) => (
      <ExplainedFigure
        value={formatDollars(row.total)}
        label={interpolate(strings.totalOf, {
          document: titleOf(row),
          name: row.customer.name,
          month: formatMonth(row.month),
        })}
        asked={{ figure: 'revenue', document: row.id, ...knownWords(knownOn) }}
      />
    ),
  },
  { name: 'state', head: strings.state, cell: (row) => <DocumentState {...row} /> },
  {
    name: 'final_at',
    head: strings.finalOn,
    isSortable: true,
    isRoomy: true,
    cell: (row) => <DayText instant={row.final_at} timeZone={row.time_zone} />,
  },
];
const due: Column<DocumentRow> = {
  name: 'due_at',
  head: strings.due,
  isSortable: true,
  isRoomy: true,
  cell: (row) => (row.due_at === null ? '–' : <DayText instant={row.due_at} timeZone={row.time_zone} />),
};
/** Returns the columns for a role. Payments to owners have no due date. */
const columnsOf = (side: 'property' | 'advertiser' | 'other', knownOn: string | undefined) =>
  ({
    property: [month, ...said(knownOn)],
    advertiser: [month, ...said(knownOn), due],
    other: [month, customer, ...said(knownOn), due],
  })[side];

/** The tabs of the documents pages, in order, with their paths and the documents in each. */
const TABS = [
  { to: '/app/documents', label: strings.all, title: undefined },
  { to: '/app/documents/invoices', label: strings.invoices, title: 'invoice' },
  { to: '/app/documents/statements', label: strings.statements, title: 'statement' },
  { to: '/app/documents/credit-notes', label: strings.creditNotes, title: 'credit_note' },
] as const;

/** The kind of document that a customer never gets. */
const NOT_OF = { property: 'invoice', advertiser: 'statement', other: undefined } as const;

/**
 * The pages below `/app/documents`, one for each kind of document: an owner's statements or an advertiser's invoices,
 * their credit notes, and the next payment. Administrators see all customers' documents.
 */
export function DocumentsPage() {
  const user = useCurrentUser();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath });
  const role = user?.role;
  const own = role === 'property' || role === 'advertiser' ? role : null;
  const address = useTableAddress();
  if (!user) return <LinesSkeleton lines={6} />;
  const { line, open, known_on: knownOn } = address.search;
  const left = NOT_OF[own ?? 'other'];
  const tabs = TABS.filter(({ title }) => left === undefined || title !== left);
  const tab = tabs.find(({ to }) => to === path) ?? TABS[0];
  return (
    <>
      <PageTitle
        title={strings.documents}
        context={
          user.role === 'property'
            ? strings.ownerContext
            : user.role === 'advertiser'
              ? strings.advertiserContext
              : strings.allCustomersContext
        }
        actions={
          <TextInput
            type="date"
            label={strings.asKnownOn}
            className={classes.known}
            value={knownOn ?? ''}
            onChange={(event) => address.change({ known_on: event.currentTarget.value, open: open ?? '' })}
          />
        }
      />
      <PageTabs label={strings.documents} tabs={tabs} />
      {open === undefined ? (
        <div className={classes.panels}>
          {own === null || tab !== TABS[0] ? null : <OwnPanel of={own} />}
          {own === 'property' && tab === TABS[0] ? <OwnPayee isManager={user.standing === 'manager'} /> : null}
          <History title={tab.title} isOwn={own !== null} columns={columnsOf(own ?? 'other', knownOn)} />
        </div>
      ) : (
        <DocumentView key={open} id={open} line={line} knownOn={knownOn} address={address} />
      )}
    </>
  );
}

/** The user's balances, shown above the history. */
function OwnPanel({ of }: { of: 'property' | 'advertiser' }) {
  const { data, error, isFetching, refetch } = useQuery(ownMoneyQuery(true));
  return (
    <Panel title={of === 'advertiser' ? strings.yourBalance : strings.yourEarnings}>
      {data ? <FactList label={strings.atAGlance} facts={explainedMoney(data)} /> : null}
      {error && !data ? (
        <ErrorState
          what={strings.overviewFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={2} />}
    </Panel>
  );
}

/** Number of months to choose from. A search by number finds older documents. */
const MONTHS = 24;

/** Returns the current month and those before it, such as 2026-11. */
const lastMonths = (now = new Date()): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );

type HistoryProps = { columns: readonly Column<DocumentRow>[]; title: Titled; isOwn: boolean };

function History({ columns, title, isOwn }: HistoryProps) {
  const address = useTableAddress();
  const { search } = address;
  const answer = useQuery(documentsQuery(search, title));
  const saving = useMutation({ mutationFn: downloadDocument });
  const total = answer.data?.totals?.total;
  // Invoices and statements go in opposite directions, so their sum means nothing.
  const isSummed = isOwn || title === 'invoice' || title === 'statement';
  const months = lastMonths();
  return (
    <Panel title={strings.history} context={strings.historyContext} flush>
      <ServerTable
        id="documents"
        caption={strings.documents}
        noun={NOUNS.document}
        columns={columns}
        keyOf={({ id }) => id}
        answer={answer}
        address={address}
        defaultSort="-month"
        defaultSize="25"
        searchLabel={strings.searchLabel}
        filters={[
          {
            name: 'month',
            label: strings.month,
            all: strings.allMonths,
            choices: (search.month === undefined || months.includes(search.month)
              ? months
              : [search.month, ...months]
            ).map((value) => ({ value, label: formatMonth(value) })),
          },
        ]}
        onExport={(file) => downloadList(search, title, file)}
        totals={total === undefined || !isSummed ? undefined : { total: formatDollars(total) }}
        onOpen={({ id }) => address.open({ open: id })}
        actionsHead={strings.pdf}
        rowActions={(row) =>
          row.state === 'final' ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              loading={saving.isPending && saving.variables === row.id}
              onClick={() => saving.mutate(row.id)}
              aria-label={interpolate(strings.downloadDocument, { document: titleOf(row) })}
            >
              {strings.pdf}
            </Button>
          ) : null
        }
        empty={{ title: strings.emptyTitle, text: strings.empty }}
      />
    </Panel>
  );
}

const LENGTHS = { holder: HOLDER_LENGTH, account: ACCOUNT_LENGTH };

const payeePlan = (known: Payee | null): FormPlan => ({
  id: 'own-payee',
  title: strings.payoutAccount,
  context: strings.payoutAccountContext,
  submitLabel: strings.saveAccount,
  start: { holder: known?.holder ?? '', account: '', bank: known?.bank ?? '', ...achStart(known) },
  fields: (props) => (
    <>
      <BankAccountFields {...props} now={known?.account ?? null} lengths={LENGTHS} />
      {CURRENCY === 'USD' ? <AchFields {...props} /> : null}
    </>
  ),
  submit: async (draft) => {
    const { holder = '', account = '', bank = '' } = draft;
    await sendOwnPayee({ holder, account, bank, ...achKinds(draft) });
    return strings.accountSaved;
  },
});

const withdrawalPlan = ({ account, in_use: inUse, revision }: Payee): ConfirmedActionPlan => ({
  title: strings.withdrawTitle,
  confirmLabel: strings.withdraw,
  text:
    inUse === null
      ? interpolate(strings.withdrawLeavesNone, { account: account ?? strings.newAccountUnreadable })
      : interpolate(strings.withdrawKeepsCurrent, {
          account: account ?? strings.newAccountUnreadable,
          current: inUse.account ?? strings.currentAccountUnreadable,
        }),
  run: async () => {
    await sendWithdrawnChange(revision);
    return strings.changeWithdrawn;
  },
});

/** An owner's payout account. Managers enter it, and an administrator confirms it. */
function OwnPayee({ isManager }: { isManager: boolean }) {
  const { data, error, isFetching, refetch } = useQuery(ownPayeeQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const known = data?.payee ?? null;
  return (
    <Panel
      title={strings.payoutAccount}
      actions={
        isManager && data !== undefined ? (
          <>
            {known !== null && known.confirmed_at === null ? (
              <Button variant="default" size="xs" onClick={() => setAct(withdrawalPlan(known))}>
                {strings.withdrawChange}
              </Button>
            ) : null}
            <Button variant="default" size="xs" onClick={() => setPlan(payeePlan(known))}>
              {known === null ? strings.addAccount : strings.changeAccount}
            </Button>
          </>
        ) : null
      }
    >
      {data !== undefined && known === null ? (
        <EmptyState title={strings.accountEmptyTitle}>
          {isManager ? strings.accountEmptyManager : strings.accountEmptyViewer}
        </EmptyState>
      ) : null}
      {known === null ? null : <FactList label={strings.accountDetails} facts={factsOf(known)} />}
      {error && data === undefined ? (
        <ErrorState
          what={strings.accountFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined && !error ? <LinesSkeleton lines={2} /> : null}
      <SchemaForm plan={plan} topic={OWN_PAYEE} onClose={() => setPlan(null)} />
      <ConfirmedAction plan={act} topic={OWN_PAYEE} onClose={() => setAct(null)} />
    </Panel>
  );
}

const placeOf = ({ account, bank }: Pick<Payee, 'account' | 'bank'>) => ({
  value: account ?? strings.unreadable,
  ...(bank === null ? {} : { detail: interpolate(strings.bank, { bank }) }),
});

const factsOf = ({ holder, account, bank, in_use: inUse, ...state }: Payee) => [
  { label: strings.accountHolder, value: holder },
  { label: inUse === null ? strings.account : strings.newAccount, ...placeOf({ account, bank }) },
  { label: strings.state, value: <PayeeState account={account} {...state} />, detail: detailOf(state) },
  ...(inUse === null ? [] : [{ label: strings.currentAccount, ...placeOf(inUse) }]),
];

function PayeeState({ account, confirmed_at: confirmed }: Pick<Payee, 'account' | 'confirmed_at'>) {
  if (account === null) return <StateTag tone="warning">{strings.reenterAccount}</StateTag>;
  if (confirmed === null) return <StateTag>{strings.awaitingConfirmation}</StateTag>;
  return <StateTag tone="good">{strings.confirmed}</StateTag>;
}

const detailOf = ({ starts_at: startsAt, changed_at: changed }: Pick<Payee, 'starts_at' | 'changed_at'>): string =>
  startsAt === null
    ? interpolate(strings.enteredOn, { date: formatToThe('date', changed) })
    : interpolate(strings.payoutsStart, { time: formatToThe('minute', startsAt) });
