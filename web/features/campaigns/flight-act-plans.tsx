import type { FlightRow } from '#contract/flight-parts.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { cancelFlight, doAct, withdrawProposal } from './campaigns-api.ts';

/** Returns the confirmation for each action on a flight. */
export function actPlans(flight: Pick<FlightRow, 'id' | 'version' | 'code'>) {
  const { code } = flight;
  const plan = (
    title: string,
    confirmLabel: string,
    text: string,
    run: () => Promise<unknown>,
    done: string,
  ): ConfirmedActionPlan => ({
    title,
    confirmLabel,
    text: <p>{text}</p>,
    run: async () => {
      await run();
      return `${code} ${done}`;
    },
  });
  return {
    submit: plan(
      'Submit for review',
      'Submit',
      `An administrator looks at ${code}. Its prices are fixed now, and it cannot be changed until it is decided on.`,
      () => doAct('submit', flight),
      'was submitted',
    ),
    approve: plan(
      'Approve the flight',
      'Approve',
      `${code} runs from its first day on.`,
      () => doAct('approve', flight),
      'was approved',
    ),
    approveChange: plan(
      'Approve the change',
      'Approve the change',
      `What is proposed of ${code} holds from now on.`,
      () => doAct('approve', flight),
      'was changed',
    ),
    pause: plan(
      'Pause the flight',
      'Pause',
      `${code} is held until somebody resumes it. Its days go on.`,
      () => doAct('pause', flight),
      'is paused',
    ),
    resume: plan('Resume the flight', 'Resume', `${code} runs on.`, () => doAct('resume', flight), 'runs on'),
    withdraw: plan(
      'Withdraw the change',
      'Withdraw',
      `${code} stays as it is.`,
      () => withdrawProposal(flight),
      'stays as it is',
    ),
    cancel: {
      ...plan(
        'Cancel the flight',
        'End it for ever',
        `${code} ends for ever. What it showed until now is paid; a flight that is only to be held is paused instead.`,
        () => cancelFlight(flight),
        'was cancelled',
      ),
      isDangerous: true,
    },
  } satisfies Record<string, ConfirmedActionPlan>;
}
