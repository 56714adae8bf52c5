import { useState } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { decisionPlan, objectionPlan } from './objection-plans.tsx';
import { ObjectionsPanel } from './objections-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import classes from './traffic.module.css';
import { TRAFFIC_KEY } from './traffic-api.ts';
import { TrafficPanel } from './traffic-panel.tsx';

/**
 * `/app/traffic`: the customer's own invalid traffic with its reasons, and the customer's objections
 * (docs/business-rules.md#invalid-traffic).
 */
export function TrafficPage() {
  const user = useCurrentUser();
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const isManager = (user?.role === 'property' || user?.role === 'advertiser') && user.standing === 'manager';
  return (
    <>
      <PageTitle title="Invalid traffic" context="What was reported and does not count" />
      <div className={classes.panels}>
        <TrafficPanel onObject={isManager ? (row) => setPlan(objectionPlan(row, false)) : null} />
        <ObjectionsPanel onDecide={null} />
      </div>
      <SchemaForm plan={plan} topic={TRAFFIC_KEY} onClose={() => setPlan(null)} />
    </>
  );
}

/** `/admin/traffic`: the same for the whole network, with the rules and the decisions on objections. */
export function AdminTrafficPage() {
  const [plan, setPlan] = useState<FormPlan | null>(null);
  return (
    <>
      <PageTitle title="Invalid traffic" context="Of the whole network" />
      <div className={classes.panels}>
        <ObjectionsPanel onDecide={(objection, isAccepted) => setPlan(decisionPlan(objection, isAccepted))} />
        <FindingsPanel />
        <RulesPanel />
        <TrafficPanel onObject={(row) => setPlan(objectionPlan(row, true))} />
      </div>
      <SchemaForm plan={plan} topic={TRAFFIC_KEY} onClose={() => setPlan(null)} />
    </>
  );
}
