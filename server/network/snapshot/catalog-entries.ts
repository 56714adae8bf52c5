import type { CreativePolicy } from '#domain/creative-standing.ts';
import type { PriceModel } from '#domain/money.ts';
import type { OpeningHours } from '#domain/opening-hours.ts';
import type { VenuePrice } from '#domain/price-at.ts';
import type { TargetPlace } from '#domain/targets.ts';
import type { Version } from '#domain/version-at.ts';

export type ShareVersion = Version & { readonly ppm: number };
export type PriceVersion = VenuePrice & { readonly model: PriceModel; readonly priceMicros: number };

/** Owner and venue of the outlet, from `fromMs` until before `toMs` (null: until now). */
export type Assignment = {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly customerId: string;
  readonly customerKey: number;
  readonly venueId: string;
  readonly timeZone: string;
  /** Opening hours of the venue; empty: always open. */
  readonly openingHours: OpeningHours;
  readonly shares: readonly ShareVersion[];
  /** Which creatives the owner accepts. */
  readonly creativePolicy: CreativePolicy;
  /** Shown when no flight runs; null: the outlet shows nothing. */
  readonly housePicture: CatalogPicture | null;
  /** Compared with the targeting rules of flights. */
  readonly place: TargetPlace;
};

export type CatalogOutlet = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly retiredMs: number | null;
  /** How many visitors it serves concurrently. */
  readonly sockets: number;
  /** Its maximum power; null: `RATED_WATTS`. */
  readonly ratedWatts: number | null;
  readonly assignments: readonly Assignment[];
};

/** A picture that an outlet shows. */
export type CatalogPicture = {
  readonly id: string;
  /** `/api/creatives/<sha256>.<ext>`. */
  readonly url: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly target: string;
};

/** A picture of a flight. */
export type CatalogCreative = CatalogPicture & {
  /** Owners' decisions by customer id. Their policy decides the rest (`domain/creative-standing.ts`). */
  readonly decisions: ReadonlyMap<string, 'accepted' | 'refused'>;
};

export type CatalogFlight = {
  readonly id: string;
  readonly key: number;
  readonly code: string;
  readonly campaignKey: number;
  readonly advertiserKey: number;
  /** Shown under the ad. */
  readonly sponsor: string;
  /** Category of the ad. Owners can block categories. */
  readonly category: string;
  /** Time zone of the flight's days; null: the network's. */
  readonly timeZone: string | null;
  /** Earliest instant at which it may run; null without approval. */
  readonly approvedMs: number | null;
  /** When it was canceled permanently. */
  readonly cancelledMs: number | null;
  readonly startsMs: number;
  readonly endsMs: number;
  /** Read through `domain/price-at.ts`. */
  readonly prices: readonly PriceVersion[];
  /** Maximum total earnings of its events. */
  readonly budgetMicros: number;
  /** Maximum earnings per day of its zone; null: no limit. */
  readonly dailyCapMicros: number | null;
  /** Views per fingerprint per day of its zone; null: no limit. */
  readonly visitorCap: number | null;
  /** Whether its views may earn without a play. */
  readonly acceptsUnsigned: boolean;
  readonly pacing: 'even' | 'fast';
  /** Periods of pause. `toMs` null: still paused. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number | null }[];
  /** Whether its targeting rule matches an outlet at this place. */
  readonly reaches: (place: TargetPlace) => boolean;
  /** Creatives with a picture that were not removed, oldest first. */
  readonly creatives: readonly CatalogCreative[];
};
