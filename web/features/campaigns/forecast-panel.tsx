import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AdCategory } from '#contract/campaigns.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Kept } from '../../ui/kept.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { pricesByPlace, priceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { type ForecastAsked, forecastQuery } from './campaigns-api.ts';
import { fieldsOfDraft, targetsOf } from './flight-draft.ts';
import { ReachedPlaces } from './reach-panel.tsx';
import type { CampaignDraft } from './use-campaign-draft.ts';

const ASK_AFTER_MS = 400;

/** What is typed as the question of the forecast; what is empty or no number is left out. */
function askedOf(draft: CampaignDraft): ForecastAsked {
  const { fields } = fieldsOfDraft(draft);
  const { starts, ends, budget, daily_cap: cap, model } = fields;
  return {
    targets: draft.targets,
    ...(starts ? { starts } : {}),
    ...(ends ? { ends } : {}),
    ...(draft.time_zone === '' ? {} : { time_zone: draft.time_zone }),
    ...(budget ? { budget: String(budget) } : {}),
    ...(cap ? { daily_cap: String(cap) } : {}),
    ...(model ? { model } : {}),
    category: draft.category as AdCategory,
  };
}

type Estimate = { readonly low: number; readonly likely: number; readonly high: number };

function EstimateLine({ name, of, format }: { name: string; of: Estimate; format: (value: number) => string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{format(of.likely)}</strong>{' '}
        <span>
          {format(of.low)} to {format(of.high)}
        </span>
      </dd>
    </div>
  );
}

function useForecast(draft: CampaignDraft) {
  const [asked] = useDebouncedValue(JSON.stringify(askedOf(draft)), ASK_AFTER_MS);
  const query = JSON.parse(asked) as ForecastAsked;
  return { query, ...useQuery(forecastQuery(query)) };
}

/** The outlets that it would reach, below what is chosen; the panel beside says what could not be read. */
type ForecastPlacesProps = {
  draft: CampaignDraft;
  onPlace: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
};

export function ForecastPlaces({ draft, onPlace }: ForecastPlacesProps) {
  const { data, isPlaceholderData } = useForecast(draft);
  if (data === undefined) return null;
  return (
    <Kept isKept={isPlaceholderData}>
      <ReachedPlaces reached={data.reached} outlets={data.outlets} circle={targetsOf(draft).circle} onPlace={onPlace} />
    </Kept>
  );
}

/** What a flight would reach and cost, beside the form; it follows what is typed. */
export function ForecastPanel({ draft }: { draft: CampaignDraft }) {
  const { query, data, error, isPlaceholderData, isFetching, refetch } = useForecast(draft);
  return (
    <Panel title="Forecast" context="From what its outlets showed in the last 28 days">
      {data === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
      {error === null ? null : (
        <ErrorState
          what="There is no forecast for this."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data === undefined ? null : (
        <Kept isKept={isPlaceholderData || error !== null}>
          <dl className={classes.figures}>
            <div>
              <dt>Outlets</dt>
              <dd>
                <strong>{formatCount(data.outlets)}</strong>{' '}
                <span>
                  {data.blocked_outlets === 0
                    ? 'reached now'
                    : `and ${formatCount(data.blocked_outlets)} that block the category`}
                </span>
              </dd>
            </div>
            {data.views === null ? null : <EstimateLine name="Views" of={data.views} format={formatCount} />}
            {data.spend === null ? null : <EstimateLine name="Spend" of={data.spend} format={formatDollars} />}
          </dl>
          {data.views === null ? (
            <p className={classes.muted}>Say its first and last day for a forecast of views.</p>
          ) : (
            <p className={classes.muted}>
              {data.competing === 0
                ? 'No other flight runs there then.'
                : `${formatCount(data.competing)} other ${data.competing === 1 ? 'flight runs' : 'flights run'} there then.`}
            </p>
          )}
          {data.prices.length === 0 || query.model === undefined ? null : (
            <p className={classes.muted}>
              {pricesByPlace(data.prices)
                .map(
                  ({ price, venue_type: type }) =>
                    `${priceWords(query.model ?? 'cpm', price)}${type ? ` (${type})` : ''}`,
                )
                .join(', ')}
            </p>
          )}
        </Kept>
      )}
    </Panel>
  );
}
