import { Button } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightRow } from '#contract/flight-parts.ts';
import { NOUNS } from '#domain/counted.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTabTitle } from '../../lib/tab-title.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/drawer-parts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { CampaignFigure, campaignExplained, flightExplained } from './campaign-figure.tsx';
import { CampaignsLink, useCampaignPlaces, useIsOnlyLooking } from './campaign-links.tsx';
import { campaignPlan } from './campaign-plan.tsx';
import { categoryWord, paceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { CAMPAIGNS, campaignQuery, makeFlight } from './campaigns-api.ts';
import { campaignPageStrings as strings } from './campaigns-strings.ts';
import { actPlans } from './flight-act-plans.tsx';
import { figureColumns } from './flight-columns.tsx';
import { type CountedKind, NotCounted } from './not-counted.tsx';
import { StateOfFlight } from './state-of-flight.tsx';

type ShownFlight = FlightRow & Pick<CampaignDetail, 'time_zone'>;

const COLUMNS: readonly Column<ShownFlight>[] = [
  {
    name: 'code',
    head: strings.flight,
    isHeading: true,
    isWrapping: true,
    value: ({ code }) => code,
    cell: ({ code, has_proposal: isProposed }) => (isProposed ? interpolate(strings.changeProposed, { code }) : code),
  },
  ...figureColumns<ShownFlight>(false, flightExplained, ({ code }) => [code]),
];

/** The page `/app/campaigns/…`: a campaign with its flights. */
export function CampaignPage() {
  const { campaign: id = '' } = useParams({ strict: false });
  const { data: campaign, error, isFetching, refetch } = useQuery(campaignQuery(id));
  useTabTitle(campaign?.name);
  if (campaign !== undefined) return <CampaignView campaign={campaign} />;
  return (
    <>
      <PageTitle title={strings.campaign} />
      <Panel label={strings.campaign}>
        {error === null ? (
          <LinesSkeleton lines={6} />
        ) : (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </Panel>
    </>
  );
}

function CampaignView({ campaign }: { campaign: CampaignDetail }) {
  const { openFlight, openForm, isAdmin } = useCampaignPlaces();
  const isOnlyLooking = useIsOnlyLooking();
  const address = useTableAddress();
  const [isChanging, setChanging] = useState(false);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const adding = useMutation({
    mutationFn: () => makeFlight(campaign.id, {}),
    onSuccess: ({ id }) => openForm({ flight: id }),
  });
  const { flight_rows: flights } = campaign;
  const codes = flights.map(({ code }) => code);
  const rows = flights.map((row) => ({ ...row, time_zone: campaign.time_zone }));
  const explained = campaignExplained(campaign);
  const counted = (kind: CountedKind) => (
    <>
      <CampaignFigure of={explained} figure={kind} value={campaign[kind]} text={formatCount(campaign[kind])} />{' '}
      <NotCounted kind={kind} invalid={campaign.invalid} flights={codes} />
    </>
  );
  const mayWrite = campaign.can_edit && !isOnlyLooking;
  const add = mayWrite ? (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      loading={adding.isPending}
      onClick={() => adding.mutate()}
    >
      {strings.newFlight}
    </Button>
  ) : null;
  return (
    <>
      <CampaignsLink>
        <IconArrowLeft size={16} aria-hidden="true" /> {strings.campaigns}
      </CampaignsLink>
      <PageTitle
        title={campaign.name}
        context={isAdmin ? campaign.advertiser : categoryWord(campaign.category)}
        actions={
          mayWrite ? (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setChanging(true)}
              >
                {strings.edit}
              </Button>
              {add}
            </>
          ) : null
        }
      />
      <div className={classes.stack}>
        <Panel title={strings.summary}>
          <Facts
            facts={[
              [
                strings.state,
                <StateOfFlight key="state" state={campaign.state} showsNothing={campaign.shows_nothing} />,
              ],
              [
                strings.spend,
                interpolate(strings.spentOfBudget, {
                  spent: (
                    <CampaignFigure
                      of={explained}
                      figure="revenue"
                      value={campaign.spent}
                      text={formatDollars(campaign.spent)}
                    />
                  ),
                  budget: formatDollars(campaign.budget),
                }),
              ],
              [
                strings.pace,
                <CampaignFigure
                  key="plan"
                  of={explained}
                  figure="planned"
                  value={campaign.pace === null ? null : 1}
                  text={paceWords(campaign.pace)}
                />,
              ],
              [strings.views, counted('views')],
              [strings.clicks, counted('clicks')],
              [strings.burns, counted('burns')],
              [
                strings.sponsorText,
                campaign.sponsor === ''
                  ? interpolate(strings.defaultSponsor, { advertiser: campaign.advertiser })
                  : campaign.sponsor,
              ],
              [strings.category, categoryWord(campaign.category)],
              [strings.timeZone, campaign.time_zone],
            ]}
          />
        </Panel>
        <Panel
          title={strings.flights}
          context={interpolate(strings.flightsContext, { flights: formatCount(flights.length) })}
          flush
        >
          {flights.length === 0 ? (
            <EmptyState title={strings.noFlightsYet} action={add}>
              {strings.noFlightsHint}
            </EmptyState>
          ) : (
            <LocalTable
              id="flights"
              caption={strings.flights}
              noun={NOUNS.flight}
              fileName={`voltboard-flights-${campaign.name}`}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              address={address}
              searchLabel={strings.searchFlights}
              empty={{ title: strings.noFlightsYet, text: strings.noFlightsHint }}
              rowActions={mayWrite ? (flight) => <HoldButton flight={flight} onAct={setAct} /> : undefined}
              // A draft opens in the form, so that the user can continue it.
              onOpen={({ id, state }) =>
                mayWrite && (state === 'draft' || state === 'returned') ? openForm({ flight: id }) : openFlight(id)
              }
            />
          )}
        </Panel>
      </div>
      <ConfirmedAction plan={act} topic={CAMPAIGNS} onClose={() => setAct(null)} />
      <SchemaForm
        topic={CAMPAIGNS}
        plan={isChanging ? campaignPlan(campaign) : null}
        onClose={() => setChanging(false)}
      />
    </>
  );
}

/**
 * A button that pauses or resumes a flight, the most frequent actions, without opening the flight. A spent flight has
 * no such button, because nothing runs.
 */
function HoldButton({ flight, onAct }: { flight: FlightRow; onAct: (plan: ConfirmedActionPlan) => void }) {
  const act = (['pause', 'resume'] as const).find((one) => flight.acts.includes(one));
  if (act === undefined || flight.state === 'spent') return null;
  const { code } = flight;
  const [word, label] =
    act === 'pause'
      ? [strings.pause, interpolate(strings.pauseFlight, { code })]
      : [strings.resume, interpolate(strings.resumeFlight, { code })];
  return (
    <Button size="xs" variant="default" aria-label={label} onClick={() => onAct(actPlans(flight)[act])}>
      {word}
    </Button>
  );
}
