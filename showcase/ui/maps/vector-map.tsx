import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { ChartFigure, type ChartTwin } from '../charts/chart-figure.tsx';
import { type MapView, useMapView } from './use-map-view.ts';
import classes from './vector-map.module.css';
import { ZoomButtons } from './zoom-buttons.tsx';

export type VectorArea = { readonly id: string; readonly name: string; readonly path: string };
/** A dot of constant size on the screen at every zoom. */
export type VectorDot = { readonly name: string; readonly x: number; readonly y: number; readonly radius: number };

export type VectorMapProps = {
  label: string;
  width: number;
  height: number;
  areas: readonly VectorArea[];
  dots?: readonly VectorDot[];
  /** The intensity of an area's color, 0 to 1; without it all areas look the same. */
  shadeOf?: (id: string) => number | null;
  /** The tooltip of an area. */
  tooltipOf?: (area: VectorArea) => ReactNode;
  home?: MapView;
  /** Margin around the map at zoom 1, as a fraction of its size. */
  margin?: number;
  buttonsAt: 'top-left' | 'bottom-left';
  /** Height on the page: pixels or a fraction of the window. */
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
      {/* The pointer only adds what the table and the buttons already offer to everyone. */}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a map never change, and a code can stand for two
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
