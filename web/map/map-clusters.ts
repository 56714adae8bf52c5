import { type GeoJSONSource, type Map as MapView, Marker } from 'maplibre-gl';
import { STATUSES } from './map-points.ts';
import type { MapColours } from './map-style.ts';

const SVG = 'http://www.w3.org/2000/svg';
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

type Mix = Readonly<Record<(typeof STATUSES)[number], number>>;

function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A ring that shows the share of each status, with the count in the middle. */
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

function clusterButton(
  mix: Mix,
  total: number,
  colours: MapColours,
  { isStatusTold, onOpen }: { isStatusTold: boolean; onOpen: () => void },
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.cluster = String(total);
  const words = STATUSES.filter((status) => mix[status] > 0).map((status) => `${mix[status]} ${status}`);
  const mixed = isStatusTold ? `: ${words.join(', ')}` : '';
  button.setAttribute('aria-label', `${total} outlets${mixed}. Zoom in`);
  button.append(ring(mix, total, colours));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onOpen();
  });
  return button;
}

/** Counts by status that the map's worker adds up for each cluster. */
export const CLUSTER_PROPERTIES = Object.fromEntries(
  STATUSES.map((status) => [status, ['+', ['case', ['==', ['get', 'status'], status], 1, 0]]]),
);

/** Draws the clusters of a source as buttons, and keeps them in step with the view. */
export function createClusterMarkers(
  map: MapView,
  sourceId: string,
  colours: () => MapColours,
  { className, isStatusTold }: { className: string; isStatusTold: boolean },
) {
  let shown = new Map<string, Marker>();

  async function open(id: number, centre: [number, number]): Promise<void> {
    const zoom = await map.getSource<GeoJSONSource>(sourceId)?.getClusterExpansionZoom(id);
    map.easeTo({ center: centre, zoom: Math.max(zoom ?? 0, map.getZoom() + 1) });
    map.getCanvas().focus({ preventScroll: true });
  }

  function draw(): void {
    const next = new Map<string, Marker>();
    for (const { geometry, properties } of map.querySourceFeatures(sourceId, { filter: ['has', 'point_count'] })) {
      if (geometry.type !== 'Point') continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const [id, total] = [Number(properties.cluster_id), Number(properties.point_count)];
      const count = (status: string) => Number(properties[status] ?? 0);
      const mix = { online: count('online'), late: count('late'), offline: count('offline'), never: count('never') };
      const key = `${id} ${JSON.stringify(mix)}`;
      if (next.has(key)) continue;
      const element = () =>
        clusterButton(mix, total, colours(), { isStatusTold, onOpen: () => void open(id, [lng, lat]) });
      const known = shown.get(key);
      if (known) next.set(key, known);
      else {
        const marker = new Marker({ element: element(), className }).setLngLat([lng, lat]).addTo(map);
        // The map names its markers for itself; the button has said more.
        next.set(key, marker);
      }
    }
    for (const [key, marker] of shown) if (!next.has(key)) marker.remove();
    shown = next;
  }

  function clear(): void {
    for (const marker of shown.values()) marker.remove();
    shown = new Map();
  }

  return { draw, clear };
}
