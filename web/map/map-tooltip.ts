import { type Map as MapLibreMap, Popup } from 'maplibre-gl';
import { shownEui } from '#domain/eui.ts';
import { STATUS_WORDS, type Status } from '../ui/status-badge.tsx';

const isStatus = (value: unknown): value is Status => typeof value === 'string' && value in STATUS_WORDS;

function line(text: string): HTMLElement {
  const element = document.createElement('div');
  element.textContent = text;
  return element;
}

/** What the tooltip says: the EUI, where and whose it is, its status, and whose position that is. Text only. */
function tooltipLines(properties: Readonly<Record<string, unknown>>, isStatusTold: boolean): HTMLElement {
  const { eui, place, customer, status, positionNote } = properties;
  const element = document.createElement('div');
  element.append(line(shownEui(String(eui))), line(String(place)), line(String(customer)));
  if (isStatusTold && isStatus(status)) element.append(line(STATUS_WORDS[status]));
  if (typeof positionNote === 'string' && positionNote !== '') element.append(line(positionNote));
  return element;
}

/** Shows a tooltip while the pointer is over a marker. */
export function addMapTooltip(map: MapLibreMap, layer: string, className: string, isStatusTold: boolean): void {
  const tooltip = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, className });
  let shown: unknown = null;
  map.on('mousemove', layer, ({ features }) => {
    const [feature] = features ?? [];
    if (feature?.geometry.type !== 'Point' || feature.properties.eui === shown) return;
    const { eui, x, y } = feature.properties;
    shown = eui;
    const [lng = 0, lat = 0] = feature.geometry.coordinates;
    map.getCanvas().style.cursor = 'pointer';
    const element = tooltipLines(feature.properties, isStatusTold);
    tooltip
      .setLngLat([lng, lat])
      .setOffset([Number(x), Number(y)])
      .setDOMContent(element)
      .addTo(map);
  });
  map.on('mouseleave', layer, () => {
    shown = null;
    map.getCanvas().style.cursor = '';
    tooltip.remove();
  });
}
