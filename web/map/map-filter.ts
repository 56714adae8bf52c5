import type { DeviceStatus, KnownPosition } from '#contract/list.ts';

/** Positions that are not the outlet's own. */
export const GUESSED_POSITIONS = ['venue', 'unknown'] as const satisfies KnownPosition[];
type GuessedPosition = (typeof GUESSED_POSITIONS)[number];

export const STATUSES = ['online', 'late', 'offline', 'never'] as const satisfies DeviceStatus[];

/** The legend's selection; empty means everything. */
export type MapFilter = { readonly statuses: readonly DeviceStatus[]; readonly positions: readonly GuessedPosition[] };

/** Counts in the legend: outlets by status, and outlets without a position of their own. */
export type LegendCounts = Readonly<Record<DeviceStatus | GuessedPosition, number>>;
