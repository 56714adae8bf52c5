import { shownEui } from '#domain/eui.ts';
import { outletPlace, positionNote } from '../lib/outlet-words.ts';
import { STATUS_WORDS } from '../ui/status-badge.tsx';
import type { MapPoint } from './map-points.ts';

type Told = Pick<MapPoint, 'eui' | 'label' | 'venue' | 'customer' | 'status' | 'position'>;

/** What is said of an outlet: the EUI, where and whose it is, its status, and whose position that is. */
export const tooltipWords = (point: Told, isStatusTold: boolean): string[] =>
  [
    shownEui(point.eui),
    outletPlace(point),
    point.customer,
    isStatusTold ? STATUS_WORDS[point.status] : '',
    positionNote(point.position) ?? '',
  ].filter(Boolean);

/** The same as lines. Text only. */
export function tooltipLines(point: Told, isStatusTold: boolean): HTMLElement {
  const element = document.createElement('div');
  for (const text of tooltipWords(point, isStatusTold)) {
    const line = document.createElement('div');
    line.textContent = text;
    element.append(line);
  }
  return element;
}
