import { useEffect, useEffectEvent, useState } from 'react';
import { useTokenValues } from '../lib/token-colour.ts';
import type { MapCircle } from './map-circle.ts';
import { MapFrame } from './map-frame.tsx';
import type { MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';
import type { MapView } from './map-view.ts';

const TOKENS = [
  ...['--vb-map-land', '--vb-map-water', '--vb-map-line', '--vb-text-muted', '--vb-surface', '--vb-series-1'],
] as const;

/** One colour for all: where something runs says nothing of contact, and green is a status. */
function usePlaceColours(): MapColours {
  const [land = '', water = '', line = '', text = '', surface = '', mark = ''] = useTokenValues(TOKENS);
  return { land, water, line, text, surface, status: { online: mark, late: mark, offline: mark, never: mark } };
}

export type PlaceCanvasProps = {
  points: readonly MapPoint[];
  /** A circle that is drawn below them. */
  circle: MapCircle | null;
  /** The map is clicked for a place; null while it is not asked for. */
  onPlace: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
  /** Style chosen by the operator; empty for the map shipped with the product. */
  mapStyleUrl: string;
  onFailed: () => void;
};

/** The map of places; its code is fetched when it is seen. */
export function PlaceCanvas({ points, circle, onPlace, mapStyleUrl, onFailed }: PlaceCanvasProps) {
  const [view, setView] = useState<MapView | null>(null);
  const colours = usePlaceColours();
  const pointsKey = points.map(({ eui }) => eui).join();
  const showAll = useEffectEvent(() => {
    // While its middle is being placed the map stays as it lies under the finger.
    if (onPlace === null && (points.length > 0 || circle !== null)) view?.showAll();
  });
  const isThere = view !== null;
  const circleKey = JSON.stringify(circle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for points and circle
  useEffect(() => showAll(), [isThere, pointsKey, circleKey]);
  return (
    <MapFrame
      points={points}
      pointsKey={pointsKey}
      circle={circle}
      colours={colours}
      mapStyleUrl={mapStyleUrl}
      isPlacing={onPlace !== null}
      isStatusTold={false}
      onChoose={() => {}}
      onPlace={(at) => onPlace?.(at)}
      onMoved={() => {}}
      onView={setView}
      onFailed={onFailed}
    />
  );
}
