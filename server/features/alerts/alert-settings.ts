import { ALERT_RULES, type AlertRule, type AlertRuleSettings } from '#contract/alerts.ts';
import { RULE_TERMS } from '#domain/alert-rules.ts';
import type { RuleRow } from './alert-rules-queries.ts';
import type { RuleOf } from './looking.ts';

export const isMuted = ({ muted_until: until }: Pick<RuleRow, 'muted_until'>, nowMs: number): boolean =>
  until !== null && until > nowMs;

/** Returns the alert rules for a kind of organization, or for the installation. */
export const rulesFor = (kind: 'property' | 'advertiser' | 'network'): AlertRule[] =>
  ALERT_RULES.filter((rule) => RULE_TERMS[rule].of.includes(kind));

const keyOf = (organisation: string, rule: string): string => `${organisation}/${rule}`;

/** Merges the stored settings with the defaults. */
export function readRules(rows: readonly RuleRow[]): {
  readonly ruleOf: RuleOf;
  readonly rowOf: (organisation: string, rule: AlertRule) => RuleRow;
  /** Returns a rule's lowest threshold in any organization. */
  readonly leastOf: (rule: AlertRule) => number;
} {
  const stored = new Map(rows.map((row) => [keyOf(row.organisation, row.rule), row]));
  const rowOf = (organisation: string, rule: AlertRule): RuleRow =>
    stored.get(keyOf(organisation, rule)) ?? {
      organisation,
      rule,
      is_on: 1,
      mails: 1,
      muted_until: null,
      mailed_at: 0,
      threshold: RULE_TERMS[rule].threshold,
    };
  return {
    rowOf,
    leastOf: (rule) => {
      const own = rows.filter((row) => row.rule === rule).map(({ threshold }) => threshold);
      return Math.min(
        ...[...own, RULE_TERMS[rule].threshold].map((threshold) => threshold ?? Number.POSITIVE_INFINITY),
      );
    },
    ruleOf: (organisation, rule) => {
      const { is_on: isOn, threshold } = rowOf(organisation, rule);
      return { on: isOn === 1, threshold: threshold ?? RULE_TERMS[rule].threshold ?? 0 };
    },
  };
}

export const shownRule = ({ rule, is_on, threshold, mails, muted_until: muted }: RuleRow): AlertRuleSettings => ({
  rule,
  on: is_on === 1,
  mail: mails === 1,
  threshold: threshold ?? RULE_TERMS[rule].threshold,
  muted_until: muted === null ? null : new Date(muted).toISOString(),
});
