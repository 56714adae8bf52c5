import { type Map as MapLibreMap, Popup } from 'maplibre-gl';
import type { MapPoint } from './map-points.ts';
import { tooltipLines } from './outlet-tooltip.ts';

/** Shows a tooltip while the pointer is over a marker. */
export function addMapTooltip(
  map: MapLibreMap,
  layer: string,
  pointOf: (eui: string) => MapPoint | undefined,
  { className, isStatusTold }: { className: string; isStatusTold: boolean },
): void {
  const tooltip = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, className });
  let shown: unknown = null;
  map.on('mousemove', layer, ({ features }) => {
    const eui: unknown = features?.[0]?.properties.eui;
    if (typeof eui !== 'string' || eui === shown) return;
    const point = pointOf(eui);
    if (!point) return;
    shown = eui;
    map.getCanvas().style.cursor = 'pointer';
    tooltip
      .setLngLat([point.lng, point.lat])
      .setOffset([...point.offset])
      .setDOMContent(tooltipLines(point, isStatusTold))
      .addTo(map);
  });
  map.on('mouseleave', layer, () => {
    shown = null;
    map.getCanvas().style.cursor = '';
    tooltip.remove();
  });
}
