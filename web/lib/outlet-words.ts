import type { KnownPosition } from '#contract/list.ts';

/** What an outlet is called and where it stands: 'Food court 3 · Pier 4'. */
export const outletPlace = ({ label, venue }: { label: string; venue: string }): string =>
  [label, venue].filter(Boolean).join(' · ');

/** What a shown position is worth; null for the outlet's own. */
export const positionNote = (position: KnownPosition): string | null =>
  ({ outlet: null, venue: 'position of the venue', unknown: 'position unknown' })[position];
