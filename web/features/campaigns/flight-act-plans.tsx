import type { FlightRow } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { cancelFlight, doAct, withdrawProposal } from './campaigns-api.ts';
import { flightActPlansStrings as strings } from './flights-strings.ts';

type Version = { readonly version: number };

/** Returns the confirmation for each action on a flight. */
export function actPlans(flight: Pick<FlightRow, 'id' | 'version' | 'code'>) {
  const { code } = flight;
  const plan = (
    title: string,
    confirmLabel: string,
    text: string,
    run: () => Promise<Version>,
    done: string,
    undo?: (written: Version) => Promise<string>,
  ): ConfirmedActionPlan => ({
    title,
    confirmLabel,
    text: <p>{text}</p>,
    run: async () => {
      const written = await run();
      return undo === undefined ? done : { message: done, undo: () => undo(written) };
    },
  });
  return {
    submit: plan(
      strings.submitForReview,
      strings.submit,
      interpolate(strings.submitText, { code }),
      () => doAct('submit', flight),
      interpolate(strings.submitted, { code }),
    ),
    approve: plan(
      strings.approveFlight,
      strings.approve,
      interpolate(strings.approveText, { code }),
      () => doAct('approve', flight),
      interpolate(strings.approved, { code }),
    ),
    approveChange: plan(
      strings.approveChange,
      strings.approveChange,
      interpolate(strings.approveChangeText, { code }),
      () => doAct('approve', flight),
      interpolate(strings.changeApproved, { code }),
    ),
    pause: plan(
      strings.pauseFlight,
      strings.pause,
      interpolate(strings.pauseText, { code }),
      () => doAct('pause', flight),
      interpolate(strings.paused, { code }),
      async ({ version }) => {
        await doAct('resume', { id: flight.id, version });
        return interpolate(strings.resumed, { code });
      },
    ),
    resume: plan(
      strings.resumeFlight,
      strings.resume,
      interpolate(strings.resumeText, { code }),
      () => doAct('resume', flight),
      interpolate(strings.resumed, { code }),
      async ({ version }) => {
        await doAct('pause', { id: flight.id, version });
        return interpolate(strings.paused, { code });
      },
    ),
    archive: plan(
      strings.archiveFlight,
      strings.archive,
      interpolate(strings.archiveText, { code }),
      () => doAct('archive', flight),
      interpolate(strings.archived, { code }),
      async ({ version }) => {
        await doAct('restore', { id: flight.id, version });
        return interpolate(strings.restored, { code });
      },
    ),
    restore: plan(
      strings.restoreFlight,
      strings.restore,
      interpolate(strings.restoreText, { code }),
      () => doAct('restore', flight),
      interpolate(strings.restored, { code }),
    ),
    withdraw: plan(
      strings.withdrawChange,
      strings.withdraw,
      interpolate(strings.withdrawText, { code }),
      () => withdrawProposal(flight),
      interpolate(strings.changeWithdrawn, { code }),
    ),
    cancel: {
      ...plan(
        strings.cancelFlight,
        strings.cancelPermanently,
        interpolate(strings.cancelText, { code }),
        () => cancelFlight(flight),
        interpolate(strings.canceled, { code }),
      ),
      isDangerous: true,
    },
  } satisfies Record<string, ConfirmedActionPlan>;
}
