export type Affected = { readonly id: string; readonly name: string };

/** A current problem. `cause` identifies the problem for as long as it lasts, even if its extent changes. */
export type Cause = {
  readonly cause: string;
  readonly rule: string;
  /** Null if the installation itself has the problem. */
  readonly customerId: string | null;
  readonly title: string;
  /** The venue with the problem. Null if it concerns no single venue. */
  readonly venueId: string | null;
  /** When the problem began (epoch ms). Null if that is unknown. */
  readonly sinceMs: number | null;
  /** The affected items. */
  readonly affected: readonly Affected[];
  /** Path to the screen with details, relative to the product's base URL. */
  readonly path: string;
};

export type Standing = Cause & { readonly id: string };

export type AlertChanges = {
  readonly begun: readonly Cause[];
  /** Alerts whose cause persists but whose text changed. No new notification is sent. */
  readonly changed: readonly (Cause & { readonly id: string })[];
  readonly ended: readonly Standing[];
};

const words = ({ rule, title, venueId, sinceMs, affected, path }: Cause): string =>
  JSON.stringify([rule, title, venueId, sinceMs, affected, path]);

/**
 * Compares current causes with existing alerts. There is one alert per cause. The alert begins with the cause, is
 * updated when the cause changes, and ends automatically.
 */
export function alertChanges(causes: readonly Cause[], standing: readonly Standing[]): AlertChanges {
  const known = new Map(standing.map((alert) => [alert.cause, alert]));
  const now = new Map(causes.map((cause) => [cause.cause, cause]));
  return {
    begun: [...now.values()].filter(({ cause }) => !known.has(cause)),
    changed: [...now.values()].flatMap((cause) => {
      const alert = known.get(cause.cause);
      return alert === undefined || words(alert) === words(cause) ? [] : [{ ...cause, id: alert.id }];
    }),
    ended: standing.filter(({ cause }) => !now.has(cause)),
  };
}
