import type { AlertRule } from '#contract/alerts.ts';
import type { Cause } from '#domain/alert-changes.ts';
import type { AlertsNeed } from './alerts-need.ts';
import type { AlertRow } from './alerts-queries.ts';
import type { Hearing } from './listen.ts';

/** Whether an organisation wants a rule, and from when on it counts. */
export type RuleOf = (organisation: string, rule: AlertRule) => { readonly on: boolean; readonly threshold: number };

/** What one look at everything goes by. */
export type Looking = Omit<AlertsNeed, 'mail' | 'now'> & {
  readonly nowMs: number;
  readonly ruleOf: RuleOf;
  /** The lowest threshold of a rule that any organisation has. */
  readonly leastOf: (rule: AlertRule) => number;
  readonly hearing: Hearing;
  readonly standing: readonly AlertRow[];
  /** What those name. */
  readonly standingCauses: ReadonlySet<string>;
};

export type Found = Cause & { readonly rule: AlertRule };
