import { Button, Checkbox } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightRow } from '#contract/flight-parts.ts';
import { NOUNS } from '#domain/counted.ts';
import { flightName } from '#domain/flight-name.ts';
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
import { MoreMenu } from '../../ui/more-menu.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { showToast } from '../../ui/toast.ts';
import { BulkFailureList, type BulkFailures, bulkPlan, SelectBox, useSelection } from './bulk-acts.tsx';
import { CampaignFigure, campaignExplained, flightExplained } from './campaign-figure.tsx';
import { CampaignsLink, useCampaignPlaces, useIsOnlyLooking } from './campaign-links.tsx';
import { campaignPlan } from './campaign-plan.tsx';
import { categoryWord, paceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { CAMPAIGNS, campaignQuery, copyCampaign, makeFlight, setCampaignArchived } from './campaigns-api.ts';
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
    value: (flight) => flightName(flight),
    cell: (flight) =>
      flight.has_proposal ? interpolate(strings.changeProposed, { code: flightName(flight) }) : flightName(flight),
  },
  ...figureColumns<ShownFlight>(false, flightExplained, ({ code }) => [code]),
];

/** The page `/app/campaigns/…`: a campaign with its flights. */
export function CampaignPage() {
  const { campaign: id = '' } = useParams({ strict: false });
  const { data: campaign, error, isFetching, refetch } = useQuery(campaignQuery(id));
  useTabTitle(campaign?.name);
  if (campaign !== undefined) return <CampaignView key={campaign.id} campaign={campaign} />;
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
  const { openCampaign, openFlight, openForm, isAdmin } = useCampaignPlaces();
  const isOnlyLooking = useIsOnlyLooking();
  const address = useTableAddress();
  const [isChanging, setChanging] = useState(false);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: () => makeFlight(campaign.id, {}),
    onSuccess: ({ id }) => openForm({ flight: id }),
  });
  const copying = useMutation({
    mutationFn: () => copyCampaign(campaign.id),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: CAMPAIGNS });
      void showToast({ kind: 'success', message: strings.duplicated });
      openCampaign(id);
    },
  });
  const { flight_rows: flights } = campaign;
  const selection = useSelection(flights);
  const [failures, setFailures] = useState<BulkFailures>([]);
  const codes = flights.map(({ code }) => code);
  const [isAllShown, setAllShown] = useState(false);
  const archived = flights.filter(({ is_archived: isArchived }) => isArchived).length;
  const rows = flights
    .filter(({ is_archived: isArchived }) => isAllShown || !isArchived)
    .map((row) => ({ ...row, time_zone: campaign.time_zone }));
  const explained = campaignExplained(campaign);
  const counted = (kind: CountedKind) => (
    <>
      <CampaignFigure of={explained} figure={kind} value={campaign[kind]} text={formatCount(campaign[kind])} />{' '}
      <NotCounted kind={kind} invalid={campaign.invalid} flights={codes} />
    </>
  );
  const mayChange = campaign.can_edit && !isOnlyLooking;
  const mayWrite = mayChange && !campaign.is_archived;
  const canHold = mayWrite && flights.filter((flight) => holdOf(flight) !== undefined).length > 1;
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
          mayChange ? (
            <>
              {mayWrite ? (
                <Button
                  variant="default"
                  leftSection={<IconPencil size={16} aria-hidden="true" />}
                  onClick={() => setChanging(true)}
                >
                  {strings.edit}
                </Button>
              ) : null}
              {add}
              <CampaignMenu campaign={campaign} onCopy={() => copying.mutate()} onAct={setAct} />
            </>
          ) : null
        }
      />
      <div className={classes.stack}>
        {campaign.is_archived ? <p className={classes.notice}>{strings.archivedNote}</p> : null}
        <BulkFailureList failures={failures} onClose={() => setFailures([])} />
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
          actions={
            canHold ? (
              <BulkButtons chosen={selection.chosen} onAct={(act, some) => setAct(bulkPlan(act, some, setFailures))} />
            ) : undefined
          }
          flush
        >
          {archived === 0 ? null : (
            <Checkbox
              className={`${classes.pick} ${classes.padded}`}
              label={interpolate(strings.showArchived, { count: archived })}
              checked={isAllShown}
              onChange={(event) => setAllShown(event.currentTarget.checked)}
            />
          )}
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
              columns={canHold ? [selectColumn(selection), ...COLUMNS] : COLUMNS}
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

/** Returns whether a flight can be paused or resumed. A spent flight can be neither, because nothing runs. */
const holdOf = ({ acts, state }: FlightRow): 'pause' | 'resume' | undefined =>
  state === 'spent' ? undefined : (['pause', 'resume'] as const).find((one) => acts.includes(one));

const selectColumn = (selection: ReturnType<typeof useSelection>): Column<ShownFlight> => ({
  name: 'select',
  head: strings.selectColumn,
  isHeadHidden: true,
  cell: (flight) =>
    holdOf(flight) === undefined ? null : <SelectBox selection={selection} id={flight.id} code={flight.code} />,
});

type BulkButtonsProps = {
  chosen: readonly FlightRow[];
  onAct: (act: 'pause' | 'resume', flights: readonly FlightRow[]) => void;
};

/** Pauses or resumes the selected flights. Disabled until a flight is selected to which the action applies. */
function BulkButtons({ chosen, onAct }: BulkButtonsProps) {
  const words = { pause: strings.pauseSelected, resume: strings.resumeSelected };
  return (['pause', 'resume'] as const).map((act) => {
    const some = chosen.filter((flight) => holdOf(flight) === act);
    return (
      <Button key={act} size="xs" variant="default" disabled={some.length === 0} onClick={() => onAct(act, some)}>
        {interpolate(words[act], { count: some.length })}
      </Button>
    );
  });
}

type CampaignMenuProps = {
  campaign: CampaignDetail;
  onCopy: () => void;
  onAct: (plan: ConfirmedActionPlan) => void;
};

/** Further actions on a campaign: duplicate, archive and restore. */
function CampaignMenu({ campaign, onCopy, onAct }: CampaignMenuProps) {
  const { name, can_archive: canArchive, is_archived: isArchived } = campaign;
  return (
    <MoreMenu
      label={interpolate(strings.moreActions, { name })}
      size={36}
      variant="default"
      acts={[
        { label: strings.duplicate, run: onCopy },
        ...(canArchive ? [{ label: strings.archive, run: () => onAct(archivePlan(campaign, true)) }] : []),
        ...(isArchived ? [{ label: strings.restore, run: () => onAct(archivePlan(campaign, false)) }] : []),
      ]}
    />
  );
}

function archivePlan({ id, version, name }: CampaignDetail, isArchived: boolean): ConfirmedActionPlan {
  const done = (archived: boolean) => interpolate(archived ? strings.archived : strings.restored, { name });
  return {
    title: isArchived ? strings.archiveTitle : strings.restoreTitle,
    confirmLabel: isArchived ? strings.archive : strings.restore,
    text: <p>{interpolate(isArchived ? strings.archiveText : strings.restoreText, { name })}</p>,
    run: async () => {
      const written = await setCampaignArchived({ id, version }, isArchived);
      const undo = async () => {
        await setCampaignArchived(written, !isArchived);
        return done(!isArchived);
      };
      return { message: done(isArchived), undo };
    },
  };
}

/**
 * A button that pauses or resumes a flight, the most frequent actions, without opening the flight. A spent flight has
 * no such button, because nothing runs.
 */
function HoldButton({ flight, onAct }: { flight: FlightRow; onAct: (plan: ConfirmedActionPlan) => void }) {
  const act = holdOf(flight);
  if (act === undefined) return null;
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
