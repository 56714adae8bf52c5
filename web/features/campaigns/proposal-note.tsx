import type { Creative, FlightDetail } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { AdPreview } from './ad-preview.tsx';
import classes from './campaigns.module.css';
import { proposalNoteStrings as strings } from './campaigns-strings.ts';
import { ChangeList } from './change-list.tsx';

type ProposalNoteProps = { flight: FlightDetail; proposal: NonNullable<FlightDetail['proposal']> };

/** A proposed change. The flight runs unchanged until an administrator decides. */
export function ProposalNote({ flight, proposal }: ProposalNoteProps) {
  return (
    <section className={classes.notice} aria-label={strings.proposedChange}>
      <p>
        {interpolate(strings.note, {
          heading: <strong>{strings.heading}</strong>,
          code: flight.code,
          by: proposal.by,
          at: <TimeText instant={proposal.at} toThe="minute" relative />,
        })}
      </p>
      <ChangeList changes={proposal.changes} timeZone={flight.time_zone} names={flight.target_names} />
      <ComingCreatives creatives={proposal.creatives_added} sponsor={flight.sponsor} />
    </section>
  );
}

type ComingCreativesProps = { creatives: readonly Creative[]; sponsor: string };

/** The pictures that an administrator reviews before they are shown. */
export function ComingCreatives({ creatives, sponsor }: ComingCreativesProps) {
  if (creatives.length === 0) return null;
  return (
    <ul className={classes.coming}>
      {creatives.map(({ id, name, url, seconds, target }) => (
        <li key={id}>
          <AdPreview picture={url} name={name} sponsor={sponsor} seconds={seconds} />
          <p>
            <strong>{name}</strong>
            <br />
            <a href={target} target="_blank" rel="noreferrer">
              {target}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
