import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Creative, FlightDetail } from '#contract/flight-parts.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { AdPreview } from './ad-preview.tsx';
import { useIsOnlyLooking } from './campaign-links.tsx';
import classes from './campaigns.module.css';
import { CAMPAIGNS, dropCreative } from './campaigns-api.ts';
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
  title: isProposal(flight) ? 'Propose to remove the creative' : 'Remove the creative',
  confirmLabel: isProposal(flight) ? 'Propose' : 'Remove',
  isDangerous: true,
  text: isProposal(flight) ? (
    <p>{name} is shown until an administrator decides.</p>
  ) : (
    <p>{name} is no longer shown by this flight.</p>
  ),
  run: async () => {
    onChanged(writtenFlight(await dropCreative(flight.id, id), flight));
    return isProposal(flight) ? `That ${name} goes waits for an administrator` : `${name} was removed`;
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
  if (flight.creatives.length === 0) return <p className={classes.muted}>None yet.</p>;
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
                Kept off by {customer}: “{reason}”
              </p>
            ))}
            {leaving.includes(creative.id) ? <p className={classes.muted}>Its removal is proposed.</p> : null}
            {mayRemove && !leaving.includes(creative.id) ? (
              <Button
                size="xs"
                variant="default"
                aria-label={`Remove ${creative.name}`}
                onClick={() => setPlan(removalOf(flight, creative, onChanged))}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmedAction plan={plan} topic={CAMPAIGNS} onClose={() => setPlan(null)} />
    </>
  );
}
