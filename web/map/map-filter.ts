import type { DeviceStatus, KnownPosition } from '#contract/list.ts';

/** Sources of a position other than the outlet itself. */
export const GUESSED_POSITIONS = ['venue', 'unknown'] as const satisfies KnownPosition[];
type GuessedPosition = (typeof GUESSED_POSITIONS)[number];

export const STATUSES = ['online', 'late', 'offline', 'never'] as const satisfies DeviceStatus[];

/** The legend's selection; an empty list selects everything. */
export type MapFilter = { readonly statuses: readonly DeviceStatus[]; readonly positions: readonly GuessedPosition[] };

/** The legend's counts: outlets by status, and outlets without their own position. */
export type LegendCounts = Readonly<Record<DeviceStatus | GuessedPosition, number>>;
