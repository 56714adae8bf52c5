import type { Mutant } from './mutant.ts';

const guessing: readonly Mutant[] = [
  {
    line: 'return next - at <= budget.free * budget.refillMs ? next : null;',
    becomes: 'return next - at < budget.free * budget.refillMs ? next : null;',
    tests: 'domain/attempt-budget.test',
  },
  {
    line: 'return spent > all + CLOCKS_DIFFER_MS ? 0 : Math.min(spent, all);',
    becomes: 'return spent;',
    tests: 'domain/attempt-budget.test',
  },
  {
    line: "eb('attempt_budgets.whole_at', '<=', at + all - refillMs).or('attempt_budgets.whole_at', '>', longAgo),",
    becomes: "eb('attempt_budgets.whole_at', '<=', at + all).or('attempt_budgets.whole_at', '>', longAgo),",
    tests: 'sign-in/guess-rate-limit.test',
    named: 'SQLite',
  },
  {
    line: 'refillBudgets(accounts, guessed.filter(({ kind }) => isOfBrowser(kind)).map(subjectOf));',
    becomes: 'refillBudgets(accounts, guessed.map(subjectOf));',
    tests: 'auth/strangers-budget.test',
    named: 'SQLite',
  },
  {
    line: "{ kind: 'report-link', name: linkId },",
    becomes: '',
    tests: 'reports/report-link-password.test',
    named: 'any number of addresses',
  },
  {
    line: "{ kind: 'report-link-visitor', name: visitor },",
    becomes: '',
    tests: 'reports/report-link-password.test',
    named: 'colleague',
  },
  { line: ".where('last_step', '<', step)", becomes: '', tests: 'auth/second-factor.test' },
  { line: 'const WINDOW = 1;', becomes: 'const WINDOW = 2;', tests: 'auth/second-factor.test' },
  {
    line: 'return hash !== null && mark !== undefined && hashToken(mark) === hash;',
    becomes: 'return hash !== null;',
    tests: 'auth/provider-sign-in.test',
  },
  {
    line: "from !== undefined && /^\\/(app|admin)(?:[/?#][!-[\\]-~]*)?$/.test(from) && !from.includes('//') ? from : '';",
    becomes: "from !== undefined && /^\\/(app|admin)(?:[/?#][!-[\\]-~]*)?$/.test(from) ? from : '';",
    tests: 'auth/provider-sign-in.test',
  },
];

const disclosure: readonly Mutant[] = [
  {
    line: 'return outlets >= LEAST_OUTLETS && others >= LEAST_FLIGHTS && most <= views * LARGEST_SHARE;',
    becomes: 'return outlets >= LEAST_OUTLETS && flights.size >= LEAST_FLIGHTS && most <= views * LARGEST_SHARE;',
    tests: 'campaigns/forecast-privacy.test',
  },
  {
    line: '(isSafe(merged) ? safe : open).push(merged);',
    becomes: 'safe.push(merged);',
    tests: 'domain/disclosure-groups.test',
  },
  {
    line: 'return outlets < LEAST_OUTLETS ? null : { daily, ...GROUPED };',
    becomes: 'return { daily, ...GROUPED };',
    tests: 'campaigns/forecast-privacy.test',
  },
  {
    line: "const mayKnowOutlets = scope.kind === 'all';",
    becomes: "const mayKnowOutlets = scope.kind !== 'owner';",
    tests: 'campaigns/forecast-privacy.test',
  },
];

const crowding: readonly Mutant[] = [
  {
    line: 'const hasRoom = (account: Account) => running < atOnce && account.running < atOncePerAccount;',
    becomes: 'const hasRoom = (_: Account) => running < atOnce;',
    tests: 'lib/fair-queue.test',
  },
  {
    line: 'if (first === undefined || account.running < first.running) first = account;',
    becomes: 'first ??= account;',
    tests: 'lib/fair-queue.test',
  },
  {
    line: 'finished(reply.raw, () => {',
    becomes: "reply.raw.once('finish', () => {",
    tests: 'http/costly-requests.test',
  },
];

/**
 * Mutants of the rules about secrets that attackers could guess, other customers' data that users could derive, and
 * capacity that users could take from others.
 */
export const GUESSING_MUTANTS: readonly Mutant[] = [...guessing, ...disclosure, ...crowding];
