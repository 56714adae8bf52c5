import type { CreativePolicy } from '#domain/creative-standing.ts';
import type { PriceModel } from '#domain/money.ts';
import type { OpeningHours } from '#domain/opening-hours.ts';
import type { VenuePrice } from '#domain/price-at.ts';
import type { TargetPlace } from '#domain/targets.ts';
import type { Version } from '#domain/version-at.ts';

export type ShareVersion = Version & { readonly ppm: number };
export type PriceVersion = VenuePrice & { readonly model: PriceModel; readonly priceMicros: number };

/** Who owned the outlet, and where it stood, from `fromMs` until before `toMs` (null: until now). */
export type Assignment = {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly customerId: string;
  readonly customerKey: number;
  readonly venueId: string;
  readonly timeZone: string;
  /** Of its venue; empty: always open. */
  readonly openingHours: OpeningHours;
  readonly shares: readonly ShareVersion[];
  /** Which creatives the owner takes. */
  readonly creativePolicy: CreativePolicy;
  /** Shown where no flight runs; null: nothing is. */
  readonly housePicture: CatalogPicture | null;
  /** What the rules of flights are compared with. */
  readonly place: TargetPlace;
};

export type CatalogOutlet = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly retiredMs: number | null;
  /** How many visitors it serves at a time. */
  readonly sockets: number;
  /** The most it can give; null: `RATED_WATTS`. */
  readonly ratedWatts: number | null;
  readonly assignments: readonly Assignment[];
};

/** What an outlet shows. */
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

/** A picture that a flight shows. */
export type CatalogCreative = CatalogPicture & {
  /** What owners decided on it, by customer id; the rest follows from their policy (`domain/creative-standing.ts`). */
  readonly decisions: ReadonlyMap<string, 'accepted' | 'refused'>;
};

export type CatalogFlight = {
  readonly id: string;
  readonly key: number;
  readonly code: string;
  readonly campaignKey: number;
  readonly advertiserKey: number;
  /** What stands under the ad. */
  readonly sponsor: string;
  /** Of the ad; owners block some. */
  readonly category: string;
  /** In which a day of the flight is counted; null: the network's. */
  readonly timeZone: string | null;
  /** Since when it may run; null while nobody approved it. */
  readonly approvedMs: number | null;
  /** Since when it never may again. */
  readonly cancelledMs: number | null;
  readonly startsMs: number;
  readonly endsMs: number;
  /** To be asked by `domain/price-at.ts`. */
  readonly prices: readonly PriceVersion[];
  /** What its events may earn in all. */
  readonly budgetMicros: number;
  /** What they may earn on a day of its zone; null: as much as there is. */
  readonly dailyCapMicros: number | null;
  /** Views of one fingerprint and day of its zone; null: any number. */
  readonly visitorCap: number | null;
  /** Whether its views may earn without a play. */
  readonly acceptsUnsigned: boolean;
  readonly pacing: 'even' | 'fast';
  /** When it was held; `toMs` null: it still is. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number | null }[];
  /** Whether its rule reaches an outlet where it stands. */
  readonly reaches: (place: TargetPlace) => boolean;
  /** Those with a picture that were not taken away, the oldest first. */
  readonly creatives: readonly CatalogCreative[];
};
