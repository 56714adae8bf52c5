import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { formatCounted, formatDollars, formatToThe } from '../../lib/formatters.ts';
import { Facts } from '../../ui/drawer-parts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { CampaignLink, CampaignsLink, useIsAdministrator, useIsOnlyLooking } from './campaign-links.tsx';
import {
  MODEL_WORDS,
  momentWords,
  NOTHING_TO_SHOW,
  PACING_WORDS,
  pricesByPlace,
  priceWords,
  STATE_HINTS,
  targetsWords,
} from './campaign-words.ts';
import classes from './campaigns.module.css';
import { CAMPAIGNS, flightQuery } from './campaigns-api.ts';
import type { CreativeDraft } from './creative-inputs.tsx';
import { CreativeList, isProposal } from './creative-list.tsx';
import { creativeLabel, creativePlan } from './creative-plan.tsx';
import { FlightActs } from './flight-acts.tsx';
import { FlightHistory } from './flight-history.tsx';
import { MissingList } from './missing-list.tsx';
import { PacingPanel } from './pacing-panel.tsx';
import { ProposalNote } from './proposal-note.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { StateOfFlight } from './state-of-flight.tsx';

/** `/app/campaigns/flight/…`: a flight with its terms, its plan and its results. */
export function FlightPage() {
  const { flight: id = '' } = useParams({ strict: false });
  const { data: flight, error, isFetching, refetch } = useQuery(flightQuery(id));
  if (flight !== undefined) return <FlightView key={flight.id} flight={flight} />;
  return (
    <>
      <PageTitle title="Flight" />
      <Panel label="Flight">
        {error === null ? (
          <LinesSkeleton lines={8} />
        ) : (
          <ErrorState
            what="The flight could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </Panel>
    </>
  );
}

function FlightView({ flight }: { flight: FlightDetail }) {
  const isAdmin = useIsAdministrator();
  const isOpen = flight.state === 'draft' || flight.state === 'returned';
  return (
    <>
      <p className={classes.crumbs}>
        <CampaignsLink>
          <IconArrowLeft size={16} aria-hidden="true" /> Campaigns
        </CampaignsLink>
        <CampaignLink id={flight.campaign_id}>{flight.campaign}</CampaignLink>
      </p>
      <PageTitle
        title={
          <span className={classes.named}>
            {flight.code} <StateOfFlight state={flight.state} showsNothing={flight.shows_nothing} />
          </span>
        }
        context={isAdmin ? `Of ${flight.advertiser}. ${STATE_HINTS[flight.state]}` : STATE_HINTS[flight.state]}
        actions={<FlightActs flight={flight} />}
      />
      <div className={classes.stack}>
        {flight.return_reason === '' ? null : (
          <section className={classes.notice} role="note">
            <strong>Returned:</strong> {flight.return_reason}
          </section>
        )}
        {flight.shows_nothing ? (
          <section className={classes.notice} role="note">
            <strong>Nothing to show:</strong> {NOTHING_TO_SHOW}
          </section>
        ) : null}
        {flight.proposal === null ? null : <ProposalNote flight={flight} proposal={flight.proposal} />}
        {isOpen && flight.acts.includes('submit') ? <MissingList missing={flight.missing} /> : null}
        {isOpen || flight.state === 'in_review' ? null : <PacingPanel flight={flight} />}
        <div className={classes.halves}>
          <TermsPanel flight={flight} />
          <CreativesPanel flight={flight} />
        </div>
        <ReachPanel flight={flight} />
        <FlightHistory id={flight.id} />
      </div>
    </>
  );
}

/** The ads of the flight. For an approved flight an additional ad is a proposed change like any other. */
function CreativesPanel({ flight }: { flight: FlightDetail }) {
  const [plan, setPlan] = useState<FormPlan<CreativeDraft> | null>(null);
  const isOnlyLooking = useIsOnlyLooking();
  const mayAdd = flight.state !== 'draft' && flight.state !== 'returned' && !isOnlyLooking;
  return (
    <Panel
      title="Creatives"
      context="As an outlet shows them"
      actions={
        mayAdd && (flight.acts.includes('edit') || isProposal(flight)) ? (
          <Button size="xs" variant="default" onClick={() => setPlan(creativePlan(flight))}>
            {creativeLabel(flight)}
          </Button>
        ) : undefined
      }
    >
      <CreativeList flight={flight} />
      <SchemaForm plan={plan} topic={CAMPAIGNS} onClose={() => setPlan(null)} />
    </Panel>
  );
}

function TermsPanel({ flight }: { flight: FlightDetail }) {
  const { fields, prices } = flight;
  const cap = (value: number | null): string => (value === null ? 'None' : formatDollars(value));
  return (
    <Panel title="Terms" context={`Days count in ${flight.time_zone}`}>
      <Facts
        facts={[
          ['First day', fields.starts === null ? 'Not said yet' : momentWords(fields.starts)],
          ['Last day', fields.ends === null ? 'Not said yet' : momentWords(fields.ends)],
          ['Budget', fields.budget === null ? 'Not said yet' : formatDollars(fields.budget)],
          ['Daily cap', cap(fields.daily_cap)],
          [
            'Visitor cap',
            fields.visitor_cap === null ? 'None' : `${formatCounted(fields.visitor_cap, 'view')} per visitor and day`,
          ],
          ['Pacing', PACING_WORDS[fields.pacing]],
          ['Views without a play', fields.accepts_unsigned ? 'Accepted' : 'Not accepted'],
          ['Paid for', fields.model === null ? 'Not chosen yet' : MODEL_WORDS[fields.model]],
          ['Where', targetsWords(fields.targets)],
          ['Sponsor text', flight.sponsor],
        ]}
      />
      <h3 className={classes.subhead}>Price versions</h3>
      {prices.length === 0 ? (
        <p className={classes.muted}>None yet: choose what is paid for.</p>
      ) : (
        <ul className={classes.plainList}>
          {pricesByPlace(prices).map(({ model, price, venue_type: type, from, where }) => (
            <li key={`${model} ${type ?? ''} ${from}`}>
              <strong>{priceWords(model, price)}</strong>{' '}
              <span className={classes.muted}>
                {where}, from {formatToThe('minute', from)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.muted}>
        {flight.price_source === 'card'
          ? 'From the rate card; fixed when it is submitted.'
          : 'Set by an administrator.'}
      </p>
    </Panel>
  );
}
