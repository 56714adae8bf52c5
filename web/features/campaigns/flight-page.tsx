import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { flightName } from '#domain/flight-name.ts';
import { formatDollars, formatToThe } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTabTitle } from '../../lib/tab-title.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Facts } from '../../ui/drawer-parts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import {
  CampaignLink,
  CampaignsLink,
  useCampaignPlaces,
  useIsAdministrator,
  useIsOnlyLooking,
} from './campaign-links.tsx';
import {
  actionWords,
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
import { CAMPAIGNS, copyFlight, flightQuery, historyQuery } from './campaigns-api.ts';
import { ChangeList } from './change-list.tsx';
import { addCreativeTo, type CreativeDraft, CreativeInputs, EMPTY_CREATIVE } from './creative-inputs.tsx';
import { CreativeList, isProposal } from './creative-list.tsx';
import { actPlans } from './flight-act-plans.tsx';
import { extendPlan, flightPlan, pricePlan, reasonPlan } from './flight-plans.tsx';
import { flightPageStrings as strings } from './flights-strings.ts';
import { MissingList } from './missing-list.tsx';
import { PacingPanel } from './pacing-panel.tsx';
import { ProposalNote } from './proposal-note.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { StateOfFlight } from './state-of-flight.tsx';

/** The page `/app/campaigns/flight/…`: a flight with its terms, plan and results. */
export function FlightPage() {
  const { flight: id = '' } = useParams({ strict: false });
  const { data: flight, error, isFetching, refetch } = useQuery(flightQuery(id));
  useTabTitle(flight === undefined ? undefined : flightName(flight), flight?.campaign);
  if (flight !== undefined) return <FlightView key={flight.id} flight={flight} />;
  return (
    <>
      <PageTitle title={strings.flight} />
      <Panel label={strings.flight}>
        {error === null ? (
          <LinesSkeleton lines={8} />
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

function FlightView({ flight }: { flight: FlightDetail }) {
  const isAdmin = useIsAdministrator();
  const isOpen = flight.state === 'draft' || flight.state === 'returned';
  return (
    <>
      <p className={classes.crumbs}>
        <CampaignsLink>
          <IconArrowLeft size={16} aria-hidden="true" /> {strings.campaigns}
        </CampaignsLink>
        <CampaignLink id={flight.campaign_id}>{flight.campaign}</CampaignLink>
      </p>
      <PageTitle
        title={
          <span className={classes.named}>
            {flightName(flight)} <StateOfFlight state={flight.state} showsNothing={flight.shows_nothing} />
          </span>
        }
        context={
          isAdmin
            ? interpolate(strings.advertiserAndState, {
                advertiser: flight.advertiser,
                state: STATE_HINTS[flight.state],
              })
            : STATE_HINTS[flight.state]
        }
        actions={<FlightActs flight={flight} />}
      />
      <div className={classes.stack}>
        {flight.return_reason === '' ? null : (
          <section className={classes.notice} role="note">
            <strong>{strings.returned}</strong> {flight.return_reason}
          </section>
        )}
        {flight.shows_nothing ? (
          <section className={classes.notice} role="note">
            <strong>{strings.noCreative}</strong> {NOTHING_TO_SHOW}
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
        <FlightHistory flight={flight} />
      </div>
    </>
  );
}

/** The flight's ads. If the flight is approved, a new ad is a proposed change like any other. */
function CreativesPanel({ flight }: { flight: FlightDetail }) {
  const [plan, setPlan] = useState<FormPlan<CreativeDraft> | null>(null);
  const isOnlyLooking = useIsOnlyLooking();
  const mayAdd = flight.state !== 'draft' && flight.state !== 'returned' && !isOnlyLooking;
  return (
    <Panel
      title={strings.creatives}
      context={strings.creativesContext}
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
  const cap = (value: number | null): string => (value === null ? strings.none : formatDollars(value));
  return (
    <Panel title={strings.terms} context={interpolate(strings.timeZoneContext, { timeZone: flight.time_zone })}>
      <Facts
        facts={[
          [strings.firstDay, fields.starts === null ? strings.notSet : momentWords(fields.starts)],
          [strings.lastDay, fields.ends === null ? strings.notSet : momentWords(fields.ends)],
          [strings.budget, fields.budget === null ? strings.notSet : formatDollars(fields.budget)],
          [strings.dailyCap, cap(fields.daily_cap)],
          [
            strings.visitorCap,
            fields.visitor_cap === null
              ? strings.none
              : interpolate(strings.visitorCapValue, { views: counted(fields.visitor_cap, NOUNS.view) }),
          ],
          [strings.pacing, PACING_WORDS[fields.pacing]],
          [strings.viewsWithoutAPlay, fields.accepts_unsigned ? strings.accepted : strings.notAccepted],
          [strings.pricingModel, fields.model === null ? strings.notChosen : MODEL_WORDS[fields.model]],
          [strings.targeting, targetsWords(fields.targets, flight.target_names)],
          [strings.sponsorText, flight.sponsor],
        ]}
      />
      <h3 className={classes.subhead}>{strings.priceHistory}</h3>
      {prices.length === 0 ? (
        <p className={classes.muted}>{strings.noPrices}</p>
      ) : (
        <ul className={classes.plainList}>
          {pricesByPlace(prices).map(({ model, price, venue_type: type, from, where }) => (
            <li key={`${model} ${type ?? ''} ${from}`}>
              <strong>{priceWords(model, price)}</strong>{' '}
              <span className={classes.muted}>
                {interpolate(strings.priceFrom, { where, time: formatToThe('minute', from) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.muted}>
        {flight.price_source === 'card' ? strings.priceFromRateCard : strings.priceByAdministrator}
      </p>
    </Panel>
  );
}

/**
 * Returns the form that adds an ad to a submitted flight. If the flight is approved, the ad is a proposed change like
 * any other.
 */
const creativePlan = (flight: FlightDetail): FormPlan<CreativeDraft> => ({
  id: `creative:${flight.id}`,
  title: creativeLabel(flight),
  ...(isProposal(flight) ? { context: strings.proposedCreativeContext } : {}),
  submitLabel: strings.uploadCreative,
  start: EMPTY_CREATIVE,
  fields: ({ draft, change, errors }) => (
    <CreativeInputs draft={draft} change={change} errors={errors} sponsor={flight.sponsor} />
  ),
  submit: async (draft) => {
    const next = await addCreativeTo(() => Promise.resolve(flight), draft);
    return isProposal(next) ? strings.creativeProposed : strings.creativeAdded;
  },
});

const creativeLabel = (flight: FlightDetail): string =>
  isProposal(flight) ? strings.proposeCreative : strings.newCreative;

/** The changes to a flight and who made them, the newest first. */
function FlightHistory({ flight: { id, time_zone: timeZone, target_names: names } }: { flight: FlightDetail }) {
  const { data, error, isFetching, refetch } = useQuery(historyQuery(id));
  return (
    <Panel title={strings.history} context={strings.historyContext}>
      {data === undefined && error === null ? <LinesSkeleton lines={4} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          what={strings.historyLoadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined ? null : (
        <ol className={classes.history}>
          {data.data.map(({ at, by, action, changes, reason }) => (
            <li key={`${at} ${action}`}>
              <p>
                {interpolate(strings.historyEntry, {
                  action: <strong>{actionWords(action)}</strong>,
                  by,
                  time: (
                    <span className={classes.muted}>
                      <TimeText instant={at} toThe="minute" relative />
                    </span>
                  ),
                })}
              </p>
              {reason === '' ? null : <p>“{reason}”</p>}
              <ChangeList changes={changes} timeZone={timeZone} names={names} />
            </li>
          ))}
          {data.data.length === 0 ? <li className={classes.muted}>{strings.historyEmpty}</li> : null}
        </ol>
      )}
    </Panel>
  );
}

type LabelledAct = readonly [label: string, run: () => void];
type FormName = 'change' | 'extend' | 'price' | 'return';

const isOpenState = (state: FlightDetail['state']): boolean => state === 'draft' || state === 'returned';

/** Returns a function that duplicates the flight and opens the draft in the form. */
function useDuplicate(id: string): () => void {
  const { openForm } = useCampaignPlaces();
  const client = useQueryClient();
  const copying = useMutation({
    mutationFn: () => copyFlight(id),
    onSuccess: async (copy) => {
      await client.invalidateQueries({ queryKey: CAMPAIGNS });
      void showToast({ kind: 'success', message: interpolate(strings.duplicated, { code: copy.code }) });
      openForm({ flight: copy.id });
    },
  });
  return () => copying.mutate();
}

/** The flight's actions that the user may run now. The server lists them; a viewer has none. */
function FlightActs({ flight }: { flight: FlightDetail }) {
  const { isAdmin, openForm } = useCampaignPlaces();
  const isOnlyLooking = useIsOnlyLooking();
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [form, setForm] = useState<FormName | null>(null);
  const { acts, state, id } = flight;
  const can = (name: (typeof acts)[number]): boolean => acts.includes(name);
  const plans = actPlans(flight);
  const isDraft = isOpenState(state);
  const duplicate = useDuplicate(id);
  const main: readonly LabelledAct[] = [
    ...(can('submit') ? [[strings.submitForReview, () => setAct(plans.submit)] as const] : []),
    ...(can('approve') ? [[strings.approve, () => setAct(plans.approve)] as const] : []),
    ...(can('decide') ? [[strings.approveChange, () => setAct(plans.approveChange)] as const] : []),
    ...(can('resume') ? [[strings.resume, () => setAct(plans.resume)] as const] : []),
  ];
  const changeLabel = can('propose') ? strings.proposeChange : strings.edit;
  const change = isDraft ? () => openForm({ flight: id }) : () => setForm('change');
  const more: readonly LabelledAct[] = [
    ...(can('return') || can('decide')
      ? [[can('decide') ? strings.declineChange : strings.return, () => setForm('return')] as const]
      : []),
    ...(!isOpenState(state) && state !== 'in_review' && (can('edit') || can('propose'))
      ? [[strings.extend, () => setForm('extend')] as const]
      : []),
    ...(can('pause') ? [[strings.pause, () => setAct(plans.pause)] as const] : []),
    ...(isAdmin && can('edit') ? [[strings.setPrice, () => setForm('price')] as const] : []),
    ...(can('propose') && flight.has_proposal ? [[strings.withdrawChange, () => setAct(plans.withdraw)] as const] : []),
    [strings.duplicate, duplicate],
    ...(can('archive') ? [[strings.archive, () => setAct(plans.archive)] as const] : []),
    ...(can('restore') ? [[strings.restore, () => setAct(plans.restore)] as const] : []),
    ...(can('cancel') ? [[strings.cancelFlight, () => setAct(plans.cancel)] as const] : []),
  ];
  if (acts.length === 0 || isOnlyLooking) return null;
  return (
    <>
      {can('edit') || can('propose') ? (
        <Button variant="default" onClick={change}>
          {changeLabel}
        </Button>
      ) : null}
      {main.map(([label, run]) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
      <MoreMenu
        label={interpolate(strings.moreActions, { code: flight.code })}
        size={36}
        variant="default"
        acts={more.map(([label, run]) => ({ label, run }))}
      />
      <ConfirmedAction plan={act} topic={CAMPAIGNS} onClose={() => setAct(null)} />
      <SchemaForm
        plan={form === 'change' ? flightPlan(flight) : null}
        topic={CAMPAIGNS}
        onClose={() => setForm(null)}
      />
      <SchemaForm plan={smallPlan(form, flight)} topic={CAMPAIGNS} onClose={() => setForm(null)} />
    </>
  );
}

function smallPlan(form: FormName | null, flight: FlightDetail): FormPlan | null {
  if (form === 'price') return pricePlan(flight);
  if (form === 'extend') return extendPlan(flight);
  return form === 'return' ? reasonPlan({ ...flight, isChange: flight.acts.includes('decide') }) : null;
}
