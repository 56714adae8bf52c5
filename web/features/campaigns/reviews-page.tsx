import '@mantine/core/styles/Combobox.layer.css';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as Type from 'typebox';
import type { listReviews } from '#contract/flights.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { flightName } from '#domain/flight-name.ts';
import { formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Facts } from '../../ui/drawer-parts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { BulkFailureList, type BulkFailures, bulkPlan, SelectBox, useSelection } from './bulk-acts.tsx';
import { CampaignsLink, FlightLink } from './campaign-links.tsx';
import { categoryWord, dayWords, pricesByPlace, priceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { CAMPAIGNS, reviewsQuery } from './campaigns-api.ts';
import { reviewsPageStrings as strings } from './campaigns-strings.ts';
import { ChangeList } from './change-list.tsx';
import { actPlans } from './flight-act-plans.tsx';
import { reasonPlan } from './flight-plans.tsx';
import { FlightForecast } from './forecast-panel.tsx';
import { ComingCreatives } from './proposal-note.tsx';

type Waiting = Type.Static<(typeof listReviews)['schema']['response'][200]>['data'][number];

const SORTS = [
  { value: 'at', label: strings.sortLongest },
  { value: '-at', label: strings.sortShortest },
  { value: 'starts_at', label: strings.sortStart },
  { value: 'advertiser', label: strings.advertiser },
];

/**
 * The page `/admin/campaigns/reviews`: flights and proposed changes that wait for an administrator, with old and new
 * values side by side.
 */
export function ReviewsPage() {
  const address = useTableAddress();
  const { data: page, error, isFetching, isPlaceholderData, refetch } = useQuery(reviewsQuery(address.search));
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [form, setForm] = useState<FormPlan | null>(null);
  const [failures, setFailures] = useState<BulkFailures>([]);
  const selection = useSelection((page?.data ?? []).map(({ flight }) => flight));
  const { q = '', sort = 'at' } = address.search;
  return (
    <>
      <CampaignsLink>
        <IconArrowLeft size={16} aria-hidden="true" /> {strings.campaigns}
      </CampaignsLink>
      <PageTitle title={strings.reviewQueue} context={strings.context} />
      <BulkFailureList failures={failures} onClose={() => setFailures([])} />
      <Panel label={strings.queueLabel} flush>
        <search className={classes.queue}>
          <div className={classes.buttons}>
            <SearchField
              label={strings.searchLabel}
              value={q}
              onSearch={(text) => address.change({ q: text }, { isTyping: true })}
            />
            <NativeSelect
              aria-label={strings.sortBy}
              data={SORTS}
              value={sort}
              onChange={({ currentTarget: { value } }) => address.change({ sort: value === 'at' ? '' : value })}
            />
          </div>
        </search>
        {page === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
        {error === null ? null : (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {page?.data.length === 0 ? (
          <EmptyState title={q === '' ? strings.emptyTitle : strings.noMatches}>{strings.emptyText}</EmptyState>
        ) : null}
        {page === undefined ? null : (
          <StaleWhileRevalidating isKept={isPlaceholderData} isSaid>
            {page.data.length < 2 ? null : (
              <div className={`${classes.buttons} ${classes.queue}`}>
                <Checkbox
                  className={classes.pick ?? ''}
                  label={strings.selectAll}
                  checked={selection.chosen.length === page.data.length}
                  indeterminate={selection.chosen.length > 0 && selection.chosen.length < page.data.length}
                  onChange={(event) => selection.setAll(event.currentTarget.checked)}
                />
                <Button
                  size="xs"
                  disabled={selection.chosen.length === 0}
                  onClick={() => setAct(bulkPlan('approve', selection.chosen, setFailures))}
                >
                  {interpolate(strings.approveSelected, { count: selection.chosen.length })}
                </Button>
              </div>
            )}
            <ul className={`${classes.plainList} ${classes.queue}`}>
              {page.data.map((waiting) => (
                <WaitingItem
                  key={`${waiting.kind} ${waiting.flight.id}`}
                  waiting={waiting}
                  selection={page.data.length < 2 ? null : selection}
                  onApprove={setAct}
                  onReturn={setForm}
                />
              ))}
            </ul>
            <PageLinks
              noun={NOUNS.entry}
              page={page.page}
              limit={page.limit}
              total={page.total}
              hrefOf={address.hrefOf}
              onPage={address.openPage}
            />
          </StaleWhileRevalidating>
        )}
      </Panel>
      <ConfirmedAction plan={act} topic={CAMPAIGNS} onClose={() => setAct(null)} />
      <SchemaForm plan={form} topic={CAMPAIGNS} onClose={() => setForm(null)} />
    </>
  );
}

/** What an administrator needs for a decision: dates, price, reach, blocked category and forecast after approval. */
function ReviewFacts({ waiting }: { waiting: Waiting }) {
  const { fields, time_zone: zone, prices, price_source: source, outlets, blocked_outlets: blocked } = waiting;
  const { starts, ends } = fields;
  const first = starts === null ? strings.notSet : dayWords('starts', starts, zone);
  const last = ends === null ? strings.notSet : dayWords('ends', ends, zone);
  return (
    <Facts
      facts={[
        [strings.days, interpolate(strings.daysIn, { first, last, timeZone: zone })],
        [
          strings.price,
          prices.length === 0
            ? strings.noPrice
            : interpolate(source === 'card' ? strings.priceFromCard : strings.ownPrice, {
                prices: pricesByPlace(prices)
                  .map(({ model, price, where }) =>
                    interpolate(strings.priceAt, { price: priceWords(model, price), where }),
                  )
                  .join(', '),
              }),
        ],
        [strings.reach, counted(outlets, NOUNS.outlet)],
        [
          strings.blocked,
          blocked === 0
            ? interpolate(strings.notBlocked, { category: categoryWord(waiting.category) })
            : interpolate(strings.blockedAt, {
                category: categoryWord(waiting.category),
                outlets: counted(blocked, NOUNS.outlet),
                owners: waiting.blocked_by.join(', '),
              }),
        ],
        [strings.forecast, <FlightForecast key="forecast" flight={waiting} />],
      ]}
    />
  );
}

type WaitingItemProps = {
  waiting: Waiting;
  /** Null if there is nothing to select. */
  selection: ReturnType<typeof useSelection> | null;
  onApprove: (plan: ConfirmedActionPlan) => void;
  onReturn: (plan: FormPlan) => void;
};

function WaitingItem({ waiting, selection, onApprove, onReturn }: WaitingItemProps) {
  const { kind, at, by, flight, category, changes, creatives } = waiting;
  const isChange = kind === 'change';
  const plans = actPlans(flight);
  const { code, campaign, advertiser } = flight;
  const facts = { campaign, advertiser, category: categoryWord(category) };
  return (
    <li className={classes.waiting}>
      <span className={classes.named}>
        {selection === null ? null : <SelectBox selection={selection} id={flight.id} code={code} />}
        <FlightLink id={flight.id}>
          <strong>{flightName(flight)}</strong>
        </FlightLink>
        <StateTag tone="warning">{isChange ? strings.change : strings.newFlight}</StateTag>
        <span>
          {flight.budget === null
            ? interpolate(strings.waitingFlight, facts)
            : interpolate(strings.waitingFlightWithBudget, { ...facts, budget: formatDollars(flight.budget) })}
        </span>
      </span>
      <span className={classes.muted}>
        {interpolate(strings.submittedBy, { by, at: <TimeText instant={at} toThe="minute" relative /> })}
      </span>
      <ChangeList changes={changes} isNew={!isChange} timeZone={waiting.time_zone} names={waiting.target_names} />
      <ReviewFacts waiting={waiting} />
      <ComingCreatives creatives={creatives} sponsor={flight.advertiser} />
      <div className={classes.buttons}>
        <Button
          size="xs"
          aria-label={interpolate(strings.approveFlight, { code: flight.code })}
          onClick={() => onApprove(isChange ? plans.approveChange : plans.approve)}
        >
          {strings.approve}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={
            isChange ? interpolate(strings.declineFlight, { code }) : interpolate(strings.returnFlight, { code })
          }
          onClick={() => onReturn(reasonPlan({ ...flight, isChange }))}
        >
          {isChange ? strings.decline : strings.return}
        </Button>
      </div>
    </li>
  );
}
