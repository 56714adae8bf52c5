import type { KnownPosition } from '#contract/list.ts';
import { outletWordsStrings as strings } from './lib-strings.ts';

/** Formats an outlet's label and venue: 'Food court 3 · Pier 4'. */
export const outletPlace = ({ label, venue }: { label: string; venue: string }): string =>
  [label, venue].filter(Boolean).join(' · ');

/** Describes the source of a position on the map; null for the outlet's own position. */
export const positionNote = (position: KnownPosition): string | null =>
  ({ outlet: null, venue: strings.venuePosition, unknown: strings.positionUnknown })[position];
