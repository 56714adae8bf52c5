import type { FlightDetail } from '#contract/flight-parts.ts';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './campaigns.module.css';
import { ChangeList } from './change-list.tsx';

type ProposalNoteProps = { flight: FlightDetail; proposal: NonNullable<FlightDetail['proposal']> };

/** A change that waits; the flight runs on unchanged until an administrator decides. */
export function ProposalNote({ flight, proposal }: ProposalNoteProps) {
  return (
    <section className={classes.notice} aria-label="Proposed change">
      <p>
        <strong>A change waits for an administrator.</strong> {flight.code} runs on unchanged until then. Proposed by{' '}
        {proposal.by}, <TimeText instant={proposal.at} relative />.
      </p>
      <ChangeList changes={proposal.changes} />
    </section>
  );
}
