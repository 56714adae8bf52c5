import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { ChartFigure, type ChartTwin } from '../charts/chart-figure.tsx';
import classes from './vector-map.module.css';
import { ZoomButtons } from './zoom-buttons.tsx';

export type VectorArea = { readonly id: string; readonly name: string; readonly path: string };
/** A dot that keeps its size on screen at every zoom. */
export type VectorDot = { readonly name: string; readonly x: number; readonly y: number; readonly radius: number };

export type VectorMapProps = {
  label: string;
  width: number;
  height: number;
  areas: readonly VectorArea[];
  dots?: readonly VectorDot[];
  /** Intensity of an area's color, from 0 to 1. If absent, all areas look alike. */
  shadeOf?: (id: string) => number | null;
  /** An area's tooltip. */
  tooltipOf?: (area: VectorArea) => ReactNode;
  home?: MapView;
  /** Margin around the map at zoom 1, as a fraction of its size. */
  margin?: number;
  buttonsAt: 'top-left' | 'bottom-left';
  /** Height on the page, in pixels or as a fraction of the window. */
  frameHeight: string;
  twin: () => ChartTwin;
  note?: ReactNode;
};

type Tooltip = { readonly content: ReactNode; readonly x: number; readonly y: number };
const STEP = 0.2;
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A map of areas and dots, with tooltips, zoom buttons, dragging, and a table of its content. */
export function VectorMap(props: VectorMapProps) {
  const {
    label,
    width,
    height,
    areas,
    dots = [],
    shadeOf,
    tooltipOf,
    buttonsAt,
    frameHeight,
    twin,
    note,
    margin = 0,
  } = props;
  const home = props.home ?? { zoom: 1, x: width / 2, y: height / 2 };
  const { view, isDragging, drag, zoomBy, moveBy, goHome, ...reach } = useMapView({ width, height }, home);
  const [tooltip, setTooltip] = useState<Tooltip | null>(null);

  const point = (event: PointerEvent<Element>): void => {
    const { key } = (event.target as SVGElement).dataset;
    const [kind, place] = key?.split(':') ?? [];
    const area = kind === 'area' ? areas[Number(place)] : undefined;
    const dot = kind === 'dot' ? dots[Number(place)] : undefined;
    const content = dot ? dot.name : area ? (tooltipOf?.(area) ?? area.name) : null;
    const box = event.currentTarget.getBoundingClientRect();
    setTooltip(content === null ? null : { content, x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    moveBy(...arrow);
  };
  const transform = `translate(${width / 2}px, ${height / 2}px) scale(${view.zoom}) translate(${-view.x}px, ${-view.y}px)`;

  return (
    <ChartFigure
      label={label}
      height={frameHeight}
      twin={twin}
      note={note}
      overlay={
        <ZoomButtons
          className={classes[buttonsAt]}
          onKeyDown={onKeyDown}
          onZoom={zoomBy}
          onHome={goHome}
          isHomeShown
          {...reach}
        />
      }
    >
      {/* The pointer adds nothing that the table and the buttons do not already offer to everyone. */}
      <div
        className={classes.frame}
        onPointerMove={point}
        onPointerLeave={() => setTooltip(null)}
        data-zoom={view.zoom}
      >
        <svg
          viewBox={[-width * margin, -height * margin, width * (1 + 2 * margin), height * (1 + 2 * margin)].join(' ')}
          className={classes.map}
          data-dragging={isDragging || undefined}
          aria-hidden="true"
          {...drag}
        >
          <g className={classes.moving} style={{ transform }} data-dragging={isDragging || undefined}>
            <Areas areas={areas} {...(shadeOf ? { shadeOf } : {})} />
            <Dots dots={dots} />
          </g>
        </svg>
        {tooltip && !isDragging ? (
          <div className={classes.tooltip} style={{ left: tooltip.x, top: tooltip.y }} data-tooltip="">
            {tooltip.content}
          </div>
        ) : null}
      </div>
    </ChartFigure>
  );
}

function Areas({ areas, shadeOf }: Pick<VectorMapProps, 'areas' | 'shadeOf'>) {
  return areas.map(({ id, path }, index) => {
    const shade = shadeOf?.(id) ?? null;
    const style = (shade === null ? {} : { '--shade': `${Math.round(shade * 100)}%` }) as CSSProperties;
    return (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a map never change, and two may share a code
        key={index}
        d={path}
        className={classes.area}
        data-key={`area:${index}`}
        data-area={id}
        data-shaded={shade === null ? undefined : ''}
        style={style}
      />
    );
  });
}

function Dots({ dots }: { dots: readonly VectorDot[] }) {
  return dots.map(({ name, x, y, radius }, index) => (
    // A zero-length line with round ends keeps its width at every zoom.
    <path
      key={name}
      d={`M${x} ${y}h.001`}
      className={classes.dot}
      strokeWidth={radius * 2}
      data-key={`dot:${index}`}
      data-dot={name}
    />
  ));
}

/** The visible part of a map: its center in map units, and its zoom relative to the whole map. */
type MapView = { readonly zoom: number; readonly x: number; readonly y: number };
type MapSize = { readonly width: number; readonly height: number };

const FARTHEST = 1;
const NEAREST = 32;
/** Distance in pixels below which a pointer movement during a press still counts as a click. */
const STILL_PX = 3;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Limits the zoom and keeps the view on the map. */
const kept = ({ zoom, x, y }: MapView, { width, height }: MapSize): MapView => {
  const near = within(zoom, FARTHEST, NEAREST);
  const [halfWidth, halfHeight] = [width / near / 2, height / near / 2];
  return { zoom: near, x: within(x, halfWidth, width - halfWidth), y: within(y, halfHeight, height - halfHeight) };
};

/** Zooms and pans a map by buttons, arrow keys and dragging. */
function useMapView(size: MapSize, home: MapView) {
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
    /** Moves by fractions of the visible part. */
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
