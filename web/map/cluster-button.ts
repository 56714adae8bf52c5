import { counted, NOUNS } from '#domain/counted.ts';
import { interpolate } from '../lib/interpolate.ts';
import { STATUS_WORDS } from '../ui/status-badge.tsx';
import { STATUSES } from './map-filter.ts';
import { clusterButtonStrings as strings } from './map-strings.ts';
import type { MapColours } from './map-style.ts';

const SVG = 'http://www.w3.org/2000/svg';
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** Number of outlets by status. */
export type Mix = Readonly<Record<(typeof STATUSES)[number], number>>;

function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Draws a ring that shows the share of each status, with the count in the middle. */
function ring(mix: Mix, total: number, colours: MapColours): SVGElement {
  const radius = 16 + Math.min(10, Math.log10(total) * 4);
  const width = 5;
  const size = 2 * (radius + 2);
  const middle = size / 2;
  const length = 2 * Math.PI * (radius - width / 2);
  const svg = svgElement('svg', { width: size, height: size, viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' });
  svg.append(svgElement('circle', { cx: middle, cy: middle, r: radius + 1, fill: colours.surface }));
  let before = 0;
  for (const status of STATUSES) {
    const share = mix[status] / total;
    if (share === 0) continue;
    const arc = svgElement('circle', {
      cx: middle,
      cy: middle,
      r: radius - width / 2,
      fill: 'none',
      stroke: colours.status[status],
      'stroke-width': width,
      'stroke-dasharray': `${share * length} ${length}`,
      transform: `rotate(${before * 360 - 90} ${middle} ${middle})`,
    });
    svg.append(arc);
    before += share;
  }
  const label = svgElement('text', {
    x: middle,
    y: middle,
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
    fill: colours.text,
    'font-size': 12,
    'font-weight': 600,
  });
  label.textContent = compact.format(total);
  svg.append(label);
  return svg;
}

/** Returns the label for a click on a cluster. */
export const clusterAct = (isFilter: boolean): string => (isFilter ? strings.filterAndZoom : strings.zoomIn);

/** Describes a cluster for screen readers: "5 outlets: 3 online, 2 offline. Zoom in". */
function labelOf(mix: Mix, total: number, isStatusTold: boolean, action: string): string {
  const outlets = counted(total, NOUNS.outlet);
  if (!isStatusTold) return interpolate(strings.label, { outlets, action });
  const statuses = STATUSES.filter((status) => mix[status] > 0).map((status) =>
    interpolate(strings.statusCount, { count: mix[status], status: STATUS_WORDS[status].toLowerCase() }),
  );
  return interpolate(strings.labelWithStatuses, { outlets, statuses: statuses.join(', '), action });
}

/** Creates a cluster's button with its count and a ring of its statuses. The accessible label contains both. */
export function clusterButton(
  mix: Mix,
  total: number,
  colours: MapColours,
  { isStatusTold, act, onOpen }: { isStatusTold: boolean; act: string; onOpen: () => void },
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.cluster = String(total);
  button.setAttribute('aria-label', labelOf(mix, total, isStatusTold, act));
  button.append(ring(mix, total, colours));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onOpen();
  });
  return button;
}

/**
 * Redraws focusable elements without losing the focus. If the focused element is gone, focuses the element nearest to
 * its position, or the map if none is left.
 */
export function keepFocus(
  shown: () => Iterable<HTMLElement>,
  map: { focus(options: FocusOptions): void },
  draw: () => void,
): void {
  const held = [...shown()].find((element) => element === document.activeElement);
  if (held === undefined) {
    draw();
    return;
  }
  const from = held.getBoundingClientRect();
  draw();
  const left = [...shown()];
  if (left.includes(held)) return;
  const apart = (element: HTMLElement) => {
    const { x, y } = element.getBoundingClientRect();
    return Math.hypot(x - from.x, y - from.y);
  };
  const [nearest] = left.sort((one, other) => apart(one) - apart(other));
  (nearest ?? map).focus({ preventScroll: true });
}
