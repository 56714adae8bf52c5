import { useState } from 'react';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { AdjustmentsPanel } from './adjustments-panel.tsx';
import classes from './money.module.css';
import { MONEY } from './money-api.ts';
import { DebtorsPanel, MonthsPanel, OverviewPanel } from './money-overview.tsx';
import { ObjectionsWaiting } from './objections-waiting.tsx';
import { PayeesPanel } from './payees-panel.tsx';
import { PayerPanel } from './payer-panel.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PayoutsPanel } from './payouts-panel.tsx';
import { RefundsPanel } from './refunds-panel.tsx';

/**
 * `/admin/money`: amounts owed both ways, decisions that wait, months, payments, adjustments and accounts
 * (docs/ledger-and-documents.md#screens).
 */
export function MoneyPage() {
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  return (
    <>
      <PageTitle title="Money" context="What advertisers owe and owners are owed, by final documents" />
      <div className={classes.panels}>
        <OverviewPanel />
        <PayoutsPanel onForm={setPlan} onAct={setAct} />
        <ObjectionsWaiting />
        <MonthsPanel />
        <DebtorsPanel />
        <RefundsPanel onForm={setPlan} onAct={setAct} />
        <PaymentsPanel onForm={setPlan} />
        <AdjustmentsPanel onForm={setPlan} />
        <PayerPanel onForm={setPlan} />
        <PayeesPanel onForm={setPlan} onAct={setAct} />
      </div>
      <SchemaForm plan={plan} topic={MONEY} onClose={() => setPlan(null)} />
      <ConfirmedAction plan={act} topic={MONEY} onClose={() => setAct(null)} />
    </>
  );
}
