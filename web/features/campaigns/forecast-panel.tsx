import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AdCategory } from '#contract/campaigns.ts';
import type { FlightDetail, Targets } from '#contract/flight-parts.ts';
import { counted } from '#domain/counted.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { pricesByPlace, priceWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { type ForecastAsked, forecastQuery } from './campaigns-api.ts';
import { fieldsOfDraft, flightDraftOf, targetsOf } from './flight-draft.ts';
import { forecastPanelStrings as strings } from './flights-strings.ts';
import { ReachedPlaces } from './reach-panel.tsx';
import type { CampaignDraft } from './use-campaign-draft.ts';

const ASK_AFTER_MS = 400;

/** Returns the forecast query for the typed draft. Omits fields that are empty or not numbers. */
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
        <span>{interpolate(strings.range, { low: format(of.low), high: format(of.high) })}</span>
      </dd>
    </div>
  );
}

type Hinted = { readonly views: object | null; readonly competing: number | null; readonly precision: string };

function forecastHint({ competing, precision, views }: Hinted): string {
  if (competing === null) return strings.tooFewOutlets;
  if (views === null) return strings.datesMissing;
  if (precision === 'exact') {
    if (competing === 0) return strings.competingNone;
    return interpolate(strings.competingExact, { competing: counted(competing, strings.competingFlights) });
  }
  if (competing === 1) return strings.competingFew;
  return interpolate(strings.competingAbout, { competing: counted(competing, strings.competingFlights) });
}

function useForecast(draft: CampaignDraft) {
  const [asked] = useDebouncedValue(JSON.stringify(askedOf(draft)), ASK_AFTER_MS);
  const query = JSON.parse(asked) as ForecastAsked;
  return { query, ...useQuery(forecastQuery(query)) };
}

/**
 * Props of `ForecastPlaces`, which shows the outlets that the flight would reach, below the chosen targets.
 * `ForecastPanel` shows load errors.
 */
type ForecastPlacesProps = {
  draft: CampaignDraft;
  onPlace: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
  onCircle: (circle: NonNullable<Targets['circle']>) => void;
};

export function ForecastPlaces({ draft, onPlace, onCircle }: ForecastPlacesProps) {
  const { data, isPlaceholderData } = useForecast(draft);
  if (data === undefined) return null;
  return (
    <StaleWhileRevalidating isKept={isPlaceholderData}>
      <ReachedPlaces
        reached={data.reached}
        outlets={data.outlets}
        circle={targetsOf(draft).circle}
        onPlace={onPlace}
        onCircle={onPlace === null ? onCircle : null}
      />
    </StaleWhileRevalidating>
  );
}

/** The forecast of a flight's reach and cost, beside the form. The forecast is updated while the user types. */
export function ForecastPanel({ draft }: { draft: CampaignDraft }) {
  const { query, data, error, isPlaceholderData, isFetching, refetch } = useForecast(draft);
  return (
    <Panel title={strings.forecast} context={strings.forecastContext}>
      {data === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
      {error === null ? null : (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data === undefined ? null : (
        <StaleWhileRevalidating isKept={isPlaceholderData || error !== null}>
          <dl className={classes.figures}>
            <div>
              <dt>{strings.outlets}</dt>
              <dd>
                <strong>{formatCount(data.outlets)}</strong>{' '}
                <span>
                  {data.blocked_outlets === 0
                    ? strings.reachedNow
                    : interpolate(strings.outletsBlocked, {
                        blocked: counted(data.blocked_outlets, strings.moreBlocked),
                      })}
                </span>
              </dd>
            </div>
            {data.views === null ? null : <EstimateLine name={strings.views} of={data.views} format={formatCount} />}
            {data.spend === null ? null : <EstimateLine name={strings.spend} of={data.spend} format={formatDollars} />}
          </dl>
          <p className={classes.muted}>{forecastHint(data)}</p>
          {data.precision === 'grouped' ? <p className={classes.muted}>{strings.groupedHint}</p> : null}
          {data.prices.length === 0 || query.model === undefined ? null : (
            <p className={classes.muted}>
              {pricesByPlace(data.prices)
                .map(({ price, where }) =>
                  interpolate(strings.priceAt, { price: priceWords(query.model ?? 'cpm', price), where }),
                )
                .join(', ')}
            </p>
          )}
        </StaleWhileRevalidating>
      )}
    </Panel>
  );
}

type FlightForecastProps = {
  /** A flight's fields, with the category and time zone of its campaign. */
  flight: Pick<FlightDetail, 'fields' | 'category' | 'time_zone'>;
};

/** A stored flight's forecast in one line, for the administrator who reviews it. */
export function FlightForecast({ flight: { fields, category, time_zone: zone } }: FlightForecastProps) {
  const draft = { ...flightDraftOf({ fields }), advertiser_id: '', name: '', sponsor: '', category, time_zone: zone };
  const { data, error } = useQuery(forecastQuery(askedOf(draft)));
  if (error !== null) return strings.loadFailed;
  if (data === undefined) return strings.loading;
  const { views, spend } = data;
  if (views === null) return forecastHint(data);
  const range = ({ low, high }: Estimate, format: (value: number) => string) =>
    interpolate(strings.range, { low: format(low), high: format(high) });
  const shown = { views: formatCount(views.likely), viewRange: range(views, formatCount) };
  if (spend === null) return interpolate(strings.viewsInRange, shown);
  const money = { spend: formatDollars(spend.likely), spendRange: range(spend, formatDollars) };
  return interpolate(strings.viewsAndSpendInRange, { ...shown, ...money });
}
