import type { CreativePolicy } from '#domain/creative-standing.ts';
import type { PriceModel } from '#domain/money.ts';
import type { OpeningHours } from '#domain/opening-hours.ts';
import type { VenuePrice } from '#domain/price-at.ts';
import type { TargetPlace } from '#domain/targets.ts';
import type { Version } from '#domain/version-at.ts';

export type ShareVersion = Version & { readonly ppm: number };
export type PriceVersion = VenuePrice & { readonly model: PriceModel; readonly priceMicros: number };

/** An outlet's owner and venue from `fromMs` (inclusive) until `toMs` (exclusive; null means no end). */
export type Assignment = {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly customerId: string;
  readonly customerKey: number;
  readonly venueId: string;
  readonly timeZone: string;
  /** The venue's opening hours; empty means always open. */
  readonly openingHours: OpeningHours;
  readonly shares: readonly ShareVersion[];
  /** Determines which creatives the owner accepts. */
  readonly creativePolicy: CreativePolicy;
  /** The picture that the outlet shows when no flight runs. If null, the outlet shows nothing. */
  readonly housePicture: CatalogPicture | null;
  /** Compared with flights' targeting rules. */
  readonly place: TargetPlace;
};

export type CatalogOutlet = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly retiredMs: number | null;
  /** Number of visitors that the outlet can serve at the same time. */
  readonly sockets: number;
  /** Its maximum power; null means `RATED_WATTS`. */
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
  /** How often it is shown, relative to the flight's other creatives. */
  readonly weight: number;
  /** Owners' decisions by customer ID. For other customers, their policy decides (`domain/creative-standing.ts`). */
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
  /** The ad's category. Owners can block categories. */
  readonly category: string;
  /** The time zone for the flight's days; null means the network's time zone. */
  readonly timeZone: string | null;
  /** The earliest time at which the flight may run; null if it isn't approved. */
  readonly approvedMs: number | null;
  /** When it was canceled permanently. */
  readonly cancelledMs: number | null;
  readonly startsMs: number;
  readonly endsMs: number;
  /** Read these with `domain/price-at.ts`. */
  readonly prices: readonly PriceVersion[];
  /** Maximum amount that the flight's events may earn in total. */
  readonly budgetMicros: number;
  /** Maximum amount that the flight's events may earn per day in its time zone; null means no limit. */
  readonly dailyCapMicros: number | null;
  /** Maximum number of views per fingerprint and day in the flight's time zone; null means no limit. */
  readonly visitorCap: number | null;
  /** Whether views without a play may earn money. */
  readonly acceptsUnsigned: boolean;
  readonly pacing: 'even' | 'fast';
  /** Periods in which the flight was paused. `toMs` is null if the pause has not ended. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number | null }[];
  /** Returns whether the flight's targeting rule matches an outlet at this place. */
  readonly reaches: (place: TargetPlace) => boolean;
  /** Creatives that have a picture and were not removed, oldest first. */
  readonly creatives: readonly CatalogCreative[];
};
