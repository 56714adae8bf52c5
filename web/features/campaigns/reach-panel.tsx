import { useQuery } from '@tanstack/react-query';
import type * as Type from 'typebox';
import type { FlightDetail, Targets } from '#contract/flight-parts.ts';
import type { getFlightOutlets } from '#contract/flights.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { type MapPoint, spreadOf } from '../../map/map-points.ts';
import { PlaceMap } from '../../map/place-map.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { targetsWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { reachQuery } from './campaigns-api.ts';
import { reachPanelStrings as strings } from './campaigns-strings.ts';

/** Where a flight runs now, on the map and as a list. */
export function ReachPanel({ flight }: { flight: FlightDetail }) {
  const { data, error, isFetching, refetch } = useQuery(reachQuery(flight.id));
  const outlets = data?.outlets ?? flight.outlets;
  return (
    <Panel
      title={strings.title}
      context={interpolate(strings.context, {
        targets: targetsWords(flight.fields.targets, flight.target_names),
        outlets: counted(outlets, NOUNS.outlet),
      })}
    >
      {data === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined ? null : (
        <ReachedPlaces reached={data.reached} outlets={data.outlets} circle={flight.fields.targets.circle} />
      )}
    </Panel>
  );
}

/** Number of rows that the list shows at first. A targeting rule may reach thousands of venues. */
const MOST_ROWS = 200;

type ReachedPlacesProps = {
  reached: Reached;
  outlets: number;
  circle?: Targets['circle'];
  /** Called with the point that the user clicks as a circle's center. Null while no center is needed. */
  onPlace?: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
  /** Called with the circle that the user moved or resized on the map. Null if the circle is fixed. */
  onCircle?: ((circle: NonNullable<Targets['circle']>) => void) | null;
};

/** Shows the places that a flight reaches on a map and as a list. */
export function ReachedPlaces({ reached, outlets, circle, onPlace = null, onCircle = null }: ReachedPlacesProps) {
  const venues = reachedVenues(reached);
  const none = <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState>;
  if (outlets === 0 && circle === undefined && onPlace === null) return none;
  return (
    <div className={classes.reach}>
      <PlaceMap points={reachedPoints(reached)} outline={circle ?? null} onPlace={onPlace} onCircle={onCircle} />
      {outlets === 0 ? none : null}
      <div>
        <FigureTable label={strings.venuesReached} mostPx={300}>
          <thead>
            <tr>
              <th scope="col">{strings.venue}</th>
              <th scope="col" data-number>
                {strings.outlets}
              </th>
            </tr>
          </thead>
          <tbody>
            {venues.slice(0, MOST_ROWS).map(({ name, customer, type, state, outlets: count }) => (
              <tr key={`${customer} ${name}`}>
                <th scope="row">
                  {name}
                  <span className={classes.muted}>
                    {[customer, capitalized(type), state].filter(Boolean).join(' · ')}
                  </span>
                </th>
                <td data-number>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
        {venues.length > MOST_ROWS ? (
          <p className={classes.rest}>
            {interpolate(strings.venuesLeftOut, { venues: counted(venues.length - MOST_ROWS, strings.moreVenues) })}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type Reached = Type.Static<(typeof getFlightOutlets)['schema']['response'][200]>['reached'];

/** Converts the reached outlets to map points. Spreads outlets that share a venue. */
export function reachedPoints({ eui, lat, lng, label, venue, venues }: Reached): MapPoint[] {
  const atVenue = new Map<number, number>();
  return eui.flatMap((one, at) => {
    const place = venues[venue[at] ?? -1];
    const [y, x] = [lat[at], lng[at]];
    if (place === undefined || y === undefined || x === undefined) return [];
    const nth = atVenue.get(venue[at] ?? -1) ?? 0;
    atVenue.set(venue[at] ?? -1, nth + 1);
    return [
      {
        eui: one,
        lat: y,
        lng: x,
        located: true,
        position: 'outlet' as const,
        status: 'online' as const,
        lastSeenMs: null,
        label: label[at] ?? '',
        venue: place.name,
        customer: place.customer,
        offset: spreadOf(nth),
      },
    ];
  });
}

type ReachedVenue = Reached['venues'][number] & { readonly outlets: number };

/** Returns the venues with the number of outlets reached at each, in descending order of that number. */
export function reachedVenues({ venue, venues }: Reached): ReachedVenue[] {
  const counts = new Map<number, number>();
  for (const at of venue) counts.set(at, (counts.get(at) ?? 0) + 1);
  return venues
    .map((one, at) => ({ ...one, outlets: counts.get(at) ?? 0 }))
    .sort((a, b) => b.outlets - a.outlets || a.name.localeCompare(b.name));
}
