import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MOST_CIRCLE_KM } from '#contract/flight-parts.ts';
import type { MapArea } from '#domain/map-area.ts';
import { distanceKm } from '#domain/targets.ts';
import { interpolate } from '../lib/interpolate.ts';
import { useTokenValues } from '../lib/token-colour.ts';
import { type Pixel, pixelOf, placeAt } from './map-camera.ts';
import { circleEdge, type MapCircle, type MapOutline } from './map-circle.ts';
import { MapFrame } from './map-frame.tsx';
import type { Box, MapPoint } from './map-points.ts';
import { placeCanvasStrings as strings } from './map-strings.ts';
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
  /** Lets the user move and resize the circle in `outline`; null to turn this off. */
  onCircle: ((circle: MapCircle) => void) | null;
  /** Lets the user draw an area; null to turn this off. */
  onArea: ((box: Box) => void) | null;
  /** The operator's map style; empty for the map shipped with the product. */
  mapStyleUrl: string;
  onFailed: () => void;
};

/** The map of places. The code of the map is fetched when the map becomes visible. */
export function PlaceCanvas(props: PlaceCanvasProps) {
  const { points, given, outline, onPlace, onArea, onCircle, mapStyleUrl } = props;
  const [view, setView] = useState<MapView | null>(null);
  const colours = usePlaceColours();
  const pointsKey = [...points.map(({ eui }) => eui), ...(given?.clusters ?? []).map(({ key }) => key)].join();
  const showAll = useEffectEvent(() => {
    // The map must not move while the user places the circle's center. The server's clusters change with every
    // movement, so clusters must not move the map either.
    if (outlineKey === moved.current) return;
    if (given === null && onPlace === null && (points.length > 0 || outline !== null)) view?.showAll();
  });
  const isThere = view !== null;
  const outlineKey = JSON.stringify(outline);
  /** The circle that the user moved last. The map must not move under the pointer because of it. */
  const moved = useRef('');
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
      {view !== null && onCircle !== null && outline !== null && 'km' in outline ? (
        <CircleHandles
          view={view}
          circle={outline}
          onCircle={(circle) => {
            moved.current = JSON.stringify(circle);
            onCircle(circle);
          }}
        />
      ) : null}
      {view !== null && onArea !== null ? <AreaPen view={view} onArea={onArea} /> : null}
    </MapFrame>
  );
}

/** Kilometers by which an arrow key moves or resizes the circle; ten times as much with Shift. */
const STEP_KM = 1;
const LEAST_KM = 0.1;
const KM_PER_DEGREE = 111.2;
/** Rounds degrees to about a hundred meters, and lengths to a tenth of a kilometer. */
const roundedTo = (value: number, parts: number): number => Math.round(value * parts) / parts;

const ARROWS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

type CircleHandlesProps = { view: MapView; circle: MapCircle; onCircle: (circle: MapCircle) => void };

/** Two handles over the map: one moves the circle, the other sets its radius. Arrow keys do the same. */
function CircleHandles({ view, circle, onCircle }: CircleHandlesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [centerHandle, edgeHandle] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const size = () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 });
  const follow = useEffectEvent(() => {
    const [lng, lat] = eastOf(circle);
    for (const [handle, place] of [
      [centerHandle.current, circle],
      [edgeHandle.current, { lng, lat }],
    ] as const) {
      const [x, y] = pixelOf(view.camera(), size(), place);
      if (handle !== null) handle.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
  });
  // The map reports only the end of a movement, so the handles follow its camera frame by frame.
  useEffect(() => {
    let next = requestAnimationFrame(function draw() {
      follow();
      next = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(next);
  }, []);
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return placeAt(view.camera(), size(), [clientX - left, clientY - top]);
  };
  const move = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
    onCircle({
      ...circle,
      lat: roundedTo(Math.min(90, Math.max(-90, lat)), 1_000),
      lng: roundedTo(Math.min(180, Math.max(-180, lng)), 1_000),
    });
  const resize = (km: number) =>
    onCircle({ ...circle, km: Math.min(MOST_CIRCLE_KM, Math.max(LEAST_KM, roundedTo(km, 10))) });
  const onKey = (act: (east: number, north: number) => void) => (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const step = STEP_KM * (event.shiftKey ? 10 : 1);
    act(arrow[0] * step, arrow[1] * step);
  };
  const drag = (act: (event: PointerEvent) => void) => ({
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      (event.currentTarget as HTMLElement).focus({ preventScroll: true });
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) act(event);
    },
  });
  return (
    <div ref={frame} className={classes.handles}>
      <button
        ref={centerHandle}
        type="button"
        className={classes.handle}
        data-part="center"
        aria-label={strings.moveCircle}
        title={strings.moveCircle}
        {...drag((event) => move(placeOf(event)))}
        onKeyDown={onKey((east, north) =>
          move({
            lat: circle.lat + north / KM_PER_DEGREE,
            lng: circle.lng + east / (KM_PER_DEGREE * Math.max(0.1, Math.cos((circle.lat * Math.PI) / 180))),
          }),
        )}
      />
      <button
        ref={edgeHandle}
        type="button"
        role="slider"
        className={classes.handle}
        data-part="edge"
        aria-label={strings.resizeCircle}
        title={strings.resizeCircle}
        aria-valuemin={LEAST_KM}
        aria-valuemax={MOST_CIRCLE_KM}
        aria-valuenow={circle.km}
        aria-valuetext={interpolate(strings.radiusValue, { km: circle.km })}
        {...drag((event) => resize(distanceKm(circle, placeOf(event))))}
        onKeyDown={onKey((east, north) => resize(circle.km + east + north))}
      />
    </div>
  );
}

/** Returns the point of a circle's edge east of its center. */
const eastOf = (circle: MapCircle): readonly [lng: number, lat: number] => {
  const edge = circleEdge(circle);
  return edge[Math.round((edge.length - 1) / 4)] ?? [circle.lng, circle.lat];
};

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
