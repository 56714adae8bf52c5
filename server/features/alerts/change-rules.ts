import type { AlertRules } from '#contract/alerts.ts';
import { RULE_TERMS } from '#domain/alert-rules.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { FieldError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { readRules, rulesFor, shownRule } from './alert-settings.ts';
import { findQuietOf, findRulesOf, storeQuiet, storeRule } from './alerts-queries.ts';

const kindOf = ({ role }: Pick<Caller, 'role'>): 'property' | 'advertiser' | 'network' =>
  role === 'property' || role === 'advertiser' ? role : 'network';

/** Lists the rules of the reader's organization, with the defaults where nothing was changed. */
export async function showRules(
  accounts: AccountsDb,
  caller: Pick<Caller, 'role'>,
  organisation: string,
): Promise<AlertRules> {
  const [rows, quiet] = await Promise.all([findRulesOf(accounts, organisation), findQuietOf(accounts, organisation)]);
  const { rowOf } = readRules(rows);
  return {
    rules: rulesFor(kindOf(caller)).map((rule) => shownRule(rowOf(organisation, rule))),
    quiet: quiet === undefined ? null : { from: quiet.from_minute, to: quiet.to_minute, time_zone: quiet.time_zone },
  };
}

/** Rules that are missing from the body stay unchanged. */
export async function changeRules(
  { accounts, now, author }: ChangeContext,
  caller: Pick<Caller, 'role'>,
  organisation: string,
  { rules, quiet }: AlertRules,
): Promise<void> {
  const own = rulesFor(kindOf(caller));
  for (const [at, { rule, threshold, muted_until: muted }] of rules.entries()) {
    if (!own.includes(rule)) throw new FieldError({ [`rules.${at}.rule`]: 'Your organisation has no such rule.' });
    if ((RULE_TERMS[rule].threshold === null) !== (threshold === null))
      throw new FieldError({ [`rules.${at}.threshold`]: 'This rule has a threshold, or none: send what was read.' });
    if (muted !== null && Number.isNaN(Date.parse(muted)))
      throw new FieldError({ [`rules.${at}.muted_until`]: 'Write an instant such as 2026-11-21T14:05:09Z.' });
  }
  if (quiet !== null && !isTimeZone(quiet.time_zone))
    throw new FieldError({ 'quiet.time_zone': 'There is no such time zone.' });
  await accounts.transaction().execute(async (tx) => {
    const before = await showRules(tx, caller, organisation);
    for (const { rule, on, threshold, mail, muted_until: muted } of rules)
      await storeRule(tx, {
        organisation,
        rule,
        threshold,
        is_on: on ? 1 : 0,
        mails: mail ? 1 : 0,
        muted_until: muted === null ? null : Date.parse(muted),
      });
    const row = quiet && { from_minute: quiet.from, to_minute: quiet.to, time_zone: quiet.time_zone };
    await storeQuiet(tx, organisation, row);
    const detail = { rules: { before: before.rules, after: rules }, quiet: { before: before.quiet, after: quiet } };
    await writeAudit(tx, { ...author, at: now(), action: 'alert-rules.changed', subject: 'alert rules', detail });
  });
}
