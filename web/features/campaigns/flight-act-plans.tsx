import type { FlightRow } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { cancelFlight, doAct, withdrawProposal } from './campaigns-api.ts';
import { flightActPlansStrings as strings } from './flights-strings.ts';

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
      strings.submitForReview,
      strings.submit,
      interpolate(strings.anAdministratorLooksAtIts, { code }),
      () => doAct('submit', flight),
      strings.wasSubmitted,
    ),
    approve: plan(
      strings.approveTheFlight,
      strings.approve,
      interpolate(strings.runsFromItsFirstDay, { code }),
      () => doAct('approve', flight),
      strings.wasApproved,
    ),
    approveChange: plan(
      strings.approveTheChange,
      strings.approveTheChange,
      interpolate(strings.whatIsProposedOfHolds, { code }),
      () => doAct('approve', flight),
      strings.wasChanged,
    ),
    pause: plan(
      strings.pauseTheFlight,
      strings.pause,
      interpolate(strings.isHeldUntilSomebodyResumes, { code }),
      () => doAct('pause', flight),
      strings.isPaused,
    ),
    resume: plan(
      strings.resumeTheFlight,
      strings.resume,
      interpolate(strings.runsOn, { code }),
      () => doAct('resume', flight),
      strings.runsOn2,
    ),
    withdraw: plan(
      strings.withdrawTheChange,
      strings.withdraw,
      interpolate(strings.staysAsItIs, { code }),
      () => withdrawProposal(flight),
      strings.staysAsItIs2,
    ),
    cancel: {
      ...plan(
        strings.cancelTheFlight,
        strings.endItForEver,
        interpolate(strings.endsForEverWhatIt, { code }),
        () => cancelFlight(flight),
        strings.wasCancelled,
      ),
      isDangerous: true,
    },
  } satisfies Record<string, ConfirmedActionPlan>;
}
