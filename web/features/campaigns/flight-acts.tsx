import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { useCampaignPlaces, useIsOnlyLooking } from './campaign-links.tsx';
import { CAMPAIGNS } from './campaigns-api.ts';
import { actPlans } from './flight-act-plans.tsx';
import { flightPlan, pricePlan, reasonPlan } from './flight-plans.tsx';

type LabelledAct = readonly [label: string, run: () => void];
type FormName = 'change' | 'price' | 'return';

/** The actions on a flight that the user may run now. The server lists them; a viewer has none. */
export function FlightActs({ flight }: { flight: FlightDetail }) {
  const { isAdmin, openForm } = useCampaignPlaces();
  const isOnlyLooking = useIsOnlyLooking();
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [form, setForm] = useState<FormName | null>(null);
  const { acts, state, id } = flight;
  const can = (name: (typeof acts)[number]): boolean => acts.includes(name);
  const plans = actPlans(flight);
  const isDraft = state === 'draft' || state === 'returned';
  const main: readonly LabelledAct[] = [
    ...(can('submit') ? [['Submit for review', () => setAct(plans.submit)] as const] : []),
    ...(can('approve') ? [['Approve', () => setAct(plans.approve)] as const] : []),
    ...(can('decide') ? [['Approve the change', () => setAct(plans.approveChange)] as const] : []),
    ...(can('resume') ? [['Resume', () => setAct(plans.resume)] as const] : []),
  ];
  const changeLabel = can('propose') ? 'Propose a change' : 'Change';
  const change = isDraft ? () => openForm({ flight: id }) : () => setForm('change');
  const more: readonly LabelledAct[] = [
    ...(can('return') || can('decide')
      ? [[can('decide') ? 'Decline the change' : 'Return', () => setForm('return')] as const]
      : []),
    ...(can('pause') ? [['Pause', () => setAct(plans.pause)] as const] : []),
    ...(isAdmin && can('edit') ? [['Set a price', () => setForm('price')] as const] : []),
    ...(can('propose') && flight.has_proposal ? [['Withdraw the change', () => setAct(plans.withdraw)] as const] : []),
    ...(can('cancel') ? [['Cancel the flight', () => setAct(plans.cancel)] as const] : []),
  ];
  if (acts.length === 0 || isOnlyLooking) return null;
  return (
    <>
      {can('edit') || can('propose') ? (
        <Button variant="default" onClick={change}>
          {changeLabel}
        </Button>
      ) : null}
      {main.map(([label, run]) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
      {more.length === 0 ? null : (
        <MoreMenu
          label={`More acts on ${flight.code}`}
          size={36}
          variant="default"
          acts={more.map(([label, run]) => ({ label, run }))}
        />
      )}
      <ConfirmedAction plan={act} topic={CAMPAIGNS} onClose={() => setAct(null)} />
      <SchemaForm
        plan={form === 'change' ? flightPlan(flight) : null}
        topic={CAMPAIGNS}
        onClose={() => setForm(null)}
      />
      <SchemaForm plan={smallPlan(form, flight)} topic={CAMPAIGNS} onClose={() => setForm(null)} />
    </>
  );
}

function smallPlan(form: FormName | null, flight: FlightDetail): FormPlan | null {
  if (form === 'price') return pricePlan(flight);
  return form === 'return' ? reasonPlan({ ...flight, isChange: flight.acts.includes('decide') }) : null;
}
