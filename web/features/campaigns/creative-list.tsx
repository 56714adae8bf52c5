import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Creative, FlightDetail } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { AdPreview } from './ad-preview.tsx';
import { useIsOnlyLooking } from './campaign-links.tsx';
import classes from './campaigns.module.css';
import { CAMPAIGNS, dropCreative } from './campaigns-api.ts';
import { creativeListStrings as strings } from './campaigns-strings.ts';
import { writtenFlight } from './written-figures.ts';

/**
 * Whether the user's changes are proposals: an advertiser's change to an approved flight waits for an administrator.
 */
export const isProposal = ({ acts }: FlightDetail): boolean => acts.includes('propose');

const removalOf = (
  flight: FlightDetail,
  { id, name }: Creative,
  onChanged: (flight: FlightDetail) => void,
): ConfirmedActionPlan => ({
  title: isProposal(flight) ? strings.proposeRemoval : strings.removeCreative,
  confirmLabel: isProposal(flight) ? strings.propose : strings.remove,
  isDangerous: true,
  text: isProposal(flight) ? (
    <p>{interpolate(strings.proposeRemovalText, { name })}</p>
  ) : (
    <p>{interpolate(strings.removalText, { name })}</p>
  ),
  run: async () => {
    onChanged(writtenFlight(await dropCreative(flight.id, id), flight));
    return isProposal(flight) ? interpolate(strings.removalProposed, { name }) : interpolate(strings.removed, { name });
  },
});

type CreativeListProps = {
  flight: FlightDetail;
  /** Called with the flight's new version. */
  onChanged?: (flight: FlightDetail) => void;
};

/** A flight's ads as outlets show them, with the properties that have blocked them. */
export function CreativeList({ flight, onChanged = () => {} }: CreativeListProps) {
  const [plan, setPlan] = useState<ConfirmedActionPlan | null>(null);
  const isOnlyLooking = useIsOnlyLooking();
  const mayRemove = (flight.acts.includes('edit') || isProposal(flight)) && !isOnlyLooking;
  const leaving = flight.proposal?.creatives_removed ?? [];
  if (flight.creatives.length === 0) return <p className={classes.muted}>{strings.empty}</p>;
  return (
    <>
      <ul className={classes.creatives}>
        {flight.creatives.map((creative) => (
          <li key={creative.id}>
            <AdPreview
              picture={creative.url}
              name={creative.name}
              sponsor={flight.sponsor}
              seconds={creative.seconds}
            />
            <p>
              <strong>{creative.name}</strong>
              <br />
              <a href={creative.target} target="_blank" rel="noreferrer">
                {creative.target}
              </a>
            </p>
            {creative.refusals.map(({ customer, reason, at }) => (
              <p key={`${customer} ${at}`} className={classes.muted}>
                {interpolate(strings.rejectedBy, { customer, reason })}
              </p>
            ))}
            {leaving.includes(creative.id) ? <p className={classes.muted}>{strings.removalPending}</p> : null}
            {mayRemove && !leaving.includes(creative.id) ? (
              <Button
                size="xs"
                variant="default"
                aria-label={interpolate(strings.removeNamed, { name: creative.name })}
                onClick={() => setPlan(removalOf(flight, creative, onChanged))}
              >
                {strings.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmedAction plan={plan} topic={CAMPAIGNS} onClose={() => setPlan(null)} />
    </>
  );
}
