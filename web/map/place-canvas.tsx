import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import type { MapArea } from '#domain/map-area.ts';
import { useTokenValues } from '../lib/token-colour.ts';
import { type Pixel, placeAt } from './map-camera.ts';
import type { MapOutline } from './map-circle.ts';
import { MapFrame } from './map-frame.tsx';
import type { Box, MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';
import type { GivenClusters, MapView } from './map-view.ts';
import classes from './place-map.module.css';

const TOKENS = [
  ...['--vb-map-land', '--vb-map-water', '--vb-map-line', '--vb-text-muted', '--vb-surface', '--vb-series-1'],
] as const;

/** Returns a single color for all markers, because this map does not show statuses, and green is a status color. */
function usePlaceColours(): MapColours {
  const [land = '', water = '', line = '', text = '', surface = '', mark = ''] = useTokenValues(TOKENS);
  return { land, water, line, text, surface, status: { online: mark, late: mark, offline: mark, never: mark } };
}

export type PlaceCanvasProps = {
  points: readonly MapPoint[];
  /** Clusters that the server computed for outlets that are not in `points`. */
  given: GivenClusters | null;
  /** A shape to draw below the outlets. */
  outline: MapOutline | null;
  /** Called when a marker is clicked. */
  onChoose: (eui: string) => void;
  /** Called when a cluster is opened; null if a click only zooms in. */
  onCluster: ((area: MapArea) => void) | null;
  /** Lets a click on the map choose a place; null to turn this off. */
  onPlace: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
  /** Receives the visible box and the zoom after each movement. */
  onMoved: (box: Box, zoom: number) => void;
  /** Lets the user draw an area; null to turn this off. */
  onArea: ((box: Box) => void) | null;
  /** The operator's map style; empty for the map shipped with the product. */
  mapStyleUrl: string;
  onFailed: () => void;
};

/** The map of places. The code of the map is fetched when the map becomes visible. */
export function PlaceCanvas(props: PlaceCanvasProps) {
  const { points, given, outline, onPlace, onArea, mapStyleUrl } = props;
  const [view, setView] = useState<MapView | null>(null);
  const colours = usePlaceColours();
  const pointsKey = [...points.map(({ eui }) => eui), ...(given?.clusters ?? []).map(({ key }) => key)].join();
  const showAll = useEffectEvent(() => {
    // The map must not move while the user places the circle's center. The server's clusters change with every
    // movement, so clusters must not move the map either.
    if (given === null && onPlace === null && (points.length > 0 || outline !== null)) view?.showAll();
  });
  const isThere = view !== null;
  const outlineKey = JSON.stringify(outline);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys represent points and outline
  useEffect(() => showAll(), [isThere, pointsKey, outlineKey]);
  return (
    <MapFrame
      points={points}
      given={given}
      pointsKey={pointsKey}
      outline={outline}
      colours={colours}
      mapStyleUrl={mapStyleUrl}
      isPlacing={onPlace !== null}
      isStatusTold={false}
      onChoose={(eui) => (eui === null ? undefined : props.onChoose(eui))}
      onCluster={props.onCluster}
      onPlace={(at) => onPlace?.(at)}
      onMoved={props.onMoved}
      onView={setView}
      onFailed={props.onFailed}
    >
      {view !== null && onArea !== null ? <AreaPen view={view} onArea={onArea} /> : null}
    </MapFrame>
  );
}

type Drag = { readonly from: Pixel; readonly to: Pixel };

/** Minimum size of an area in pixels, so that a tap on the map draws nothing. */
const LEAST_PX = 8;

/** An overlay for drawing an area by mouse, finger or pen. The map below does not move meanwhile. */
function AreaPen({ view, onArea }: { view: MapView; onArea: (box: Box) => void }) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pixel = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Pixel => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [Math.min(Math.max(clientX - left, 0), width), Math.min(Math.max(clientY - top, 0), height)];
  };
  const finish = (event: PointerEvent<HTMLDivElement>) => {
    if (drag === null) return;
    setDrag(null);
    const { left, top, right, bottom } = sidesOf({ ...drag, to: pixel(event) });
    if (right - left < LEAST_PX || bottom - top < LEAST_PX) return;
    const size = { width: event.currentTarget.clientWidth, height: event.currentTarget.clientHeight };
    const [first, last] = [placeAt(view.camera(), size, [left, top]), placeAt(view.camera(), size, [right, bottom])];
    onArea({ west: first.lng, north: first.lat, east: last.lng, south: last.lat });
  };
  const sides = drag === null ? null : sidesOf(drag);
  return (
    <div
      className={classes.pen}
      data-testid="area-pen"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: pixel(event), to: pixel(event) });
      }}
      onPointerMove={(event) => setDrag(drag && { ...drag, to: pixel(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {sides === null ? null : (
        <div
          className={classes.drawn}
          style={{
            left: sides.left,
            top: sides.top,
            width: sides.right - sides.left,
            height: sides.bottom - sides.top,
          }}
        />
      )}
    </div>
  );
}

const sidesOf = ({ from: [x, y], to: [toX, toY] }: Drag) => ({
  left: Math.min(x, toX),
  right: Math.max(x, toX),
  top: Math.min(y, toY),
  bottom: Math.max(y, toY),
});
