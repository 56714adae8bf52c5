import { shownEui } from '#domain/eui.ts';
import { outletPlace, positionNote } from '../lib/outlet-words.ts';
import { STATUS_WORDS } from '../ui/status-badge.tsx';
import type { MapPoint } from './map-points.ts';

type Told = Pick<MapPoint, 'eui' | 'label' | 'venue' | 'customer' | 'status' | 'position'>;

/** Returns the tooltip's lines: EUI, place, customer, status, and the source of the position. */
export const tooltipWords = (point: Told, isStatusTold: boolean): string[] =>
  [
    shownEui(point.eui),
    outletPlace(point),
    point.customer,
    isStatusTold ? STATUS_WORDS[point.status] : '',
    positionNote(point.position) ?? '',
  ].filter(Boolean);

/** Returns an element with the tooltip's lines, which are set as text rather than markup. */
export function tooltipLines(point: Told, isStatusTold: boolean): HTMLElement {
  const element = document.createElement('div');
  for (const text of tooltipWords(point, isStatusTold)) {
    const line = document.createElement('div');
    line.textContent = text;
    element.append(line);
  }
  return element;
}
