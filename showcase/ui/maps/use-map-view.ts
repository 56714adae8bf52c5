import { type PointerEvent, useRef, useState } from 'react';

/** The shown part of a map: its center in map units, and its zoom relative to the whole map. */
export type MapView = { readonly zoom: number; readonly x: number; readonly y: number };
export type MapSize = { readonly width: number; readonly height: number };

const FARTHEST = 1;
const NEAREST = 32;
/** A pointer that moves less than this counts as a click. */
const STILL_PX = 3;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Limits the zoom, and keeps the view on the map. */
const kept = ({ zoom, x, y }: MapView, { width, height }: MapSize): MapView => {
  const near = within(zoom, FARTHEST, NEAREST);
  const [halfWidth, halfHeight] = [width / near / 2, height / near / 2];
  return { zoom: near, x: within(x, halfWidth, width - halfWidth), y: within(y, halfHeight, height - halfHeight) };
};

/** Zoom and pan of a map by buttons, arrow keys and dragging. */
export function useMapView(size: MapSize, home: MapView) {
  const [view, setView] = useState(() => kept(home, size));
  const [isDragging, setDragging] = useState(false);
  const start = useRef<{ x: number; y: number; view: MapView; unitsPerPx: number } | null>(null);
  const show = (next: MapView) => setView(kept(next, size));
  const begin = kept(home, size);

  return {
    view,
    isDragging,
    canZoomIn: view.zoom < NEAREST,
    canZoomOut: view.zoom > FARTHEST,
    isAtHome: view.zoom === begin.zoom && view.x === begin.x && view.y === begin.y,
    goHome: () => show(home),
    zoomBy: (factor: number) => show({ ...view, zoom: view.zoom * factor }),
    /** Moves by fractions of the shown part. */
    moveBy: (right: number, down: number) =>
      show({
        ...view,
        x: view.x + (right * size.width) / view.zoom,
        y: view.y + (down * size.height) / view.zoom,
      }),
    drag: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (event.button !== 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        const unitsPerPx = Math.max(size.width / box.width, size.height / box.height) / view.zoom;
        start.current = { x: event.clientX, y: event.clientY, view, unitsPerPx };
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const from = start.current;
        if (!from) return;
        const [right, down] = [event.clientX - from.x, event.clientY - from.y];
        if (!isDragging && Math.hypot(right, down) < STILL_PX) return;
        if (!isDragging) event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        const { unitsPerPx } = from;
        show({ ...from.view, x: from.view.x - right * unitsPerPx, y: from.view.y - down * unitsPerPx });
      },
      onPointerUp: () => {
        start.current = null;
        setDragging(false);
      },
      onPointerCancel: () => {
        start.current = null;
        setDragging(false);
      },
    },
  };
}
