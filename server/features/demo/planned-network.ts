import type { PriceModel } from '#domain/money.ts';
import type { Category } from './sample-data/property-customers.ts';

export type PlannedVenue = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly timeZone: string;
  /** Null if no position was entered. */
  readonly lat: number | null;
  readonly lng: number | null;
};

/** An outlet and its behavior. `silentFrom` is when it stopped reporting; null if it still reports. */
export type PlannedOutlet = {
  readonly id: string;
  readonly eui: string;
  readonly label: string;
  readonly venueId: string;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Whether the outlet was never installed, so that it has no events and no heartbeats. */
  readonly idle: boolean;
  readonly silentFrom: number | null;
  /** Whether the outlet has a poor connection, so that it reports rarely and is late in between. */
  readonly poorLine: boolean;
  /** When the outlet last reported that it was too hot. Null if it did not lately. */
  readonly overheatedAt: number | null;
  /** When the outlet was installed. The first outlets were a pilot. */
  readonly installedAt: number;
  /** Average views per day. */
  readonly viewsPerDay: number;
  /** Share of the outlet's views that are burned. */
  readonly burnRate: number;
  readonly clickRate: number;
  /** The previous owner and venue, and when the outlet moved to its current owner and venue. Null if it never moved. */
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

/** The size of the network to create. Tests create a small network. */
export type DemoScale = {
  readonly owners: number;
  /** Days of history that pass through ingestion. */
  readonly days: number;
  /** Number of months with events that are closed by now. Defaults to none. */
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
  /** The venues where the flight may run; empty means anywhere. */
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

/** Returns the outlets that still report. */
export const reportingOutlets = ({ owners }: PlannedNetwork): PlannedOutlet[] =>
  owners.flatMap(({ outlets }) => outlets.filter(({ idle, silentFrom }) => !idle && silentFrom === null));

/** Returns the outlets that reported until lately, each with the time (epoch ms) from which it was silent. */
export const silentOutlets = ({ owners }: PlannedNetwork): { readonly eui: string; readonly silentFrom: number }[] =>
  owners.flatMap(({ outlets }) =>
    outlets.flatMap(({ eui, idle, silentFrom }) => (idle || silentFrom === null ? [] : [{ eui, silentFrom }])),
  );
