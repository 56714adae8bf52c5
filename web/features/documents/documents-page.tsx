import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
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
import { useTableAddress } from '../../lib/table-search.ts';
import { AchFields, achKinds, achStart, BankAccountFields } from '../../ui/bank-account-fields.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { DayText } from '../../ui/time-text.tsx';
import { DocumentView } from './document-view.tsx';
import { DocumentState, titleOf } from './document-words.tsx';
import classes from './documents.module.css';
import {
  documentsQuery,
  downloadDocument,
  knownWords,
  OWN_PAYEE,
  ownMoneyQuery,
  ownPayeeQuery,
  sendOwnPayee,
  sendWithdrawnChange,
} from './documents-api.ts';
import { documentsPageStrings as strings } from './documents-strings.ts';

const month: Column<DocumentRow> = {
  name: 'month',
  head: strings.month,
  isHeading: true,
  cell: (row) => formatMonth(row.month),
};
const customer: Column<DocumentRow> = {
  name: 'customer',
  head: strings.customer,
  isWrapping: true,
  cell: (row) => row.customer.name,
};
const said = (knownOn: string | undefined): readonly Column<DocumentRow>[] => [
  { name: 'number', head: strings.document, isWrapping: true, cell: (row) => titleOf(row) },
  {
    name: 'total',
    head: strings.total,
    isNumber: true,
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
    isRoomy: true,
    cell: (row) => <DayText instant={row.final_at} timeZone={row.time_zone} />,
  },
];
const due: Column<DocumentRow> = {
  name: 'due_at',
  head: strings.due,
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

/**
 * The page `/app/documents`: an owner's statements or an advertiser's invoices, and the next payment. Administrators
 * see all customers' documents.
 */
export function DocumentsPage() {
  const user = useCurrentUser();
  const search = useSearch({ from: '/app/documents' });
  const role = user?.role;
  const own = role === 'property' || role === 'advertiser' ? role : null;
  const address = useTableAddress();
  if (!user) return <LinesSkeleton lines={6} />;
  const { open, known_on: knownOn } = search;
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
      {open === undefined ? (
        <div className={classes.panels}>
          {own === null ? null : <OwnPanel of={own} />}
          {own === 'property' ? <OwnPayee isManager={user.standing === 'manager'} /> : null}
          <History columns={columnsOf(own ?? 'other', knownOn)} />
        </div>
      ) : (
        <DocumentView key={open} id={open} line={search.line} knownOn={knownOn} address={address} />
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

function History({ columns }: { columns: readonly Column<DocumentRow>[] }) {
  const address = useTableAddress();
  const { page, known_on: knownOn } = address.search;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(documentsQuery({ page, known_on: knownOn }));
  const saving = useMutation({ mutationFn: downloadDocument });
  // If the list for a different day is empty, the list for this day may still contain documents.
  const isAwaited = data === undefined || (isPlaceholderData && data.total === 0);
  return (
    <Panel title={strings.history} context={strings.historyContext} flush>
      {data?.total === 0 && !isAwaited ? <EmptyState title={strings.emptyTitle}>{strings.empty}</EmptyState> : null}
      {data && data.total > 0 ? (
        <>
          <DataTable
            caption={strings.documents}
            columns={columns}
            rows={data.data}
            keyOf={({ id }) => id}
            sort=""
            onSort={() => undefined}
            isStale={isPlaceholderData}
            onOpen={({ id }) => address.open({ open: id })}
            actionsHead={strings.pdf}
            actions={(row) =>
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
          />
          <StaleWhileRevalidating isKept={isPlaceholderData} isSaid>
            <PageLinks
              noun={NOUNS.document}
              page={data.page}
              limit={data.limit}
              total={data.total}
              hrefOf={address.hrefOf}
              onPage={address.openPage}
            />
          </StaleWhileRevalidating>
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.documentsFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isAwaited && !error ? <LinesSkeleton lines={6} /> : null}
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
