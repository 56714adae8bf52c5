import type { PriceModel } from '#domain/money.ts';
import type { Version } from '#domain/version-at.ts';

export type ShareVersion = Version & { readonly ppm: number };
export type PriceVersion = Version & { readonly model: PriceModel; readonly priceMicros: number };

/** Who owned the outlet, and where it stood, from `fromMs` until before `toMs` (null: until now). */
export type Assignment = {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly customerId: string;
  readonly customerKey: number;
  readonly venueId: string;
  readonly timeZone: string;
  readonly shares: readonly ShareVersion[];
};

export type CatalogOutlet = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly retiredMs: number | null;
  readonly assignments: readonly Assignment[];
};

export type CatalogFlight = {
  readonly key: number;
  readonly code: string;
  readonly campaignKey: number;
  readonly advertiserKey: number;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly prices: readonly PriceVersion[];
  /** What its events may earn in all. */
  readonly budgetMicros: number;
  /** When it was held; `toMs` null: it still is. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number | null }[];
  /** Outlet and venue ids the flight may run at; null for anywhere. */
  readonly targets: ReadonlySet<string> | null;
};
