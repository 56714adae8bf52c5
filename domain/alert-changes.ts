export type Affected = { readonly id: string; readonly name: string };

/** Something that is wrong now. `cause` names it as long as it lasts, however much of it there is. */
export type Cause = {
  readonly cause: string;
  readonly rule: string;
  /** Null: the installation's own. */
  readonly customerId: string | null;
  readonly title: string;
  /** What is affected. */
  readonly affected: readonly Affected[];
  /** Where to look, below the product's address. */
  readonly path: string;
};

export type Standing = Cause & { readonly id: string };

export type AlertChanges = {
  readonly begun: readonly Cause[];
  /** The same cause with other words: nobody is told again. */
  readonly changed: readonly (Cause & { readonly id: string })[];
  readonly ended: readonly Standing[];
};

const words = ({ rule, title, affected, path }: Cause): string => JSON.stringify([rule, title, affected, path]);

/** One alert for each cause: it begins with the cause, follows what becomes of it, and ends by itself. */
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
