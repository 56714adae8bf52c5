import type { AlertRule } from '#contract/alerts.ts';
import type { Cause } from '#domain/alert-changes.ts';
import type { AlertsNeed } from './alerts-need.ts';
import type { AlertRow } from './alerts-queries.ts';
import type { Hearing } from './listen.ts';

/** Whether an organization has enabled a rule, and the rule's threshold. */
export type RuleOf = (organisation: string, rule: AlertRule) => { readonly on: boolean; readonly threshold: number };

/** The input of one check. */
export type Looking = Omit<AlertsNeed, 'mail' | 'now'> & {
  readonly nowMs: number;
  readonly ruleOf: RuleOf;
  /** A rule's lowest threshold in any organization. */
  readonly leastOf: (rule: AlertRule) => number;
  readonly hearing: Hearing;
  readonly standing: readonly AlertRow[];
  /** The causes of the active alerts, each with the beginning of its problem (epoch ms), if known. */
  readonly standingCauses: ReadonlyMap<string, number | null>;
};

export type Found = Cause & { readonly rule: AlertRule };

/**
 * Returns when a problem began (epoch ms): as the alert already says, or earlier. A check sees only recent evidence, so
 * while a problem lasts, its oldest visible evidence gets younger.
 */
export const earliestSince = (
  { standingCauses }: Pick<Looking, 'standingCauses'>,
  cause: string,
  foundMs: number,
): number => Math.min(foundMs, standingCauses.get(cause) ?? foundMs);
