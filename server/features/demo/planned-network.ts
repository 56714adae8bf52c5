import type { PriceModel } from '#domain/money.ts';
import type { Category } from './sample-data/property-customers.ts';

export type PlannedVenue = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly timeZone: string;
  /** null where nobody entered a position. */
  readonly lat: number | null;
  readonly lng: number | null;
};

/** How an outlet behaves: `silentFrom` is when it stopped reporting; null for one that reports to this day. */
export type PlannedOutlet = {
  readonly id: string;
  readonly eui: string;
  readonly label: string;
  readonly venueId: string;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Never installed: no event, no heartbeat. */
  readonly idle: boolean;
  readonly silentFrom: number | null;
  /** On a poor line: it reports, but only about once an hour, and is late in between. */
  readonly poorLine: boolean;
  /** Since when it is there; the first ones were a pilot. */
  readonly installedAt: number;
  /** Views a day on average. */
  readonly viewsPerDay: number;
  /** Of its views, the part that is burnt. */
  readonly burnRate: number;
  readonly clickRate: number;
  /** Since when it belongs to another customer than before, if it moved. */
  readonly movedFrom: { readonly customerId: string; readonly venueId: string; readonly at: number } | null;
};

export type PlannedOwner = {
  readonly id: string;
  readonly name: string;
  readonly category: Category;
  readonly shares: readonly { readonly ppm: number; readonly validFrom: number }[];
  readonly venues: readonly PlannedVenue[];
  readonly outlets: readonly PlannedOutlet[];
};

export type PlannedNetwork = { readonly owners: readonly PlannedOwner[]; readonly sponsors: readonly PlannedSponsor[] };

/** How much of the network to make: tests take a small one. */
export type DemoScale = {
  readonly owners: number;
  /** Of history that passes the ingestion. */
  readonly days: number;
  /** Months that are closed by now and have events; none unless said. */
  readonly closedMonths?: number;
};
export const FULL_SCALE: DemoScale = { owners: Number.POSITIVE_INFINITY, days: 30, closedMonths: 3 };

export type PlannedFlight = {
  readonly id: string;
  readonly code: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly budgetMicros: number;
  readonly model: PriceModel;
  /** Ascending by `validFrom`. */
  readonly prices: readonly { readonly priceMicros: number; readonly validFrom: number }[];
  /** Where it may run; empty: anywhere. */
  readonly venueIds: readonly string[];
  readonly creative: { readonly id: string; readonly name: string; readonly seconds: number };
};
export type PlannedCampaign = {
  readonly id: string;
  readonly name: string;
  readonly flights: readonly PlannedFlight[];
};
export type PlannedSponsor = {
  readonly id: string;
  readonly name: string;
  readonly campaigns: readonly PlannedCampaign[];
};

/** The outlets that report to this day. */
export const reportingOutlets = ({ owners }: PlannedNetwork): PlannedOutlet[] =>
  owners.flatMap(({ outlets }) => outlets.filter(({ idle, silentFrom }) => !idle && silentFrom === null));
