import { ACCESS_MUTANTS } from './access-mutants.ts';
import { GUESSING_MUTANTS } from './guessing-mutants.ts';
import { KEY_MUTANTS } from './key-mutants.ts';
import { MONEY_MUTANTS } from './money-mutants.ts';
import type { Mutant } from './mutant.ts';
import { SIGN_IN_MUTANTS } from './sign-in-mutants.ts';
import { STORE_MUTANTS } from './store-mutants.ts';

const CHAIN = 'const text = JSON.stringify([before, seq, at, actorId, actor, action, subject, detail, ip]);';
/** Mutants that each leave one column of an audit entry out of the hash. */
const chain = ['before', 'seq', 'at', 'actorId', 'actor', 'action', 'subject', 'detail', 'ip'].map(
  (column): Mutant => ({
    line: CHAIN,
    becomes: CHAIN.replace(new RegExp(`(?<=[[ ])${column}(, |(?=\\]))`), ''),
    tests: 'accounts/audit-chain.test',
  }),
);

const money: readonly Mutant[] = [
  {
    line: 'const up = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);',
    becomes: 'const up = twiceRest >= divisor;',
    tests: 'domain/money.test',
  },
  {
    line: 'Number(divideHalfEven(BigInt(amountMicros) * BigInt(ppm), 1_000_000n));',
    becomes: 'Number((BigInt(amountMicros) * BigInt(ppm)) / 1_000_000n);',
    tests: 'domain/money.test',
  },
  {
    line: "const paidKind = { cpc: 'click', cpb: 'burn', flat: 'view' }[model];",
    becomes: "const paidKind = { cpc: 'click', cpb: 'click', flat: 'view' }[model];",
    tests: 'domain/money.test',
  },
  {
    line: 'if (millionths % divisor !== 0n || millionths / divisor > 1_000_000n) return null;',
    becomes: 'if (millionths / divisor > 1_000_000n) return null;',
    tests: 'domain/money-text.test',
  },
  {
    line: "if (amountMicros > cover + Math.max(0, freeMicros(book, terms, date, date))) return 'held';",
    becomes: '',
    tests: 'budget/flight-budgets.test',
  },
  {
    line: 'free = Math.min(free, ofDay - heldThen);',
    becomes: 'free = Math.min(free, ofDay);',
    tests: 'budget/flight-budgets.test',
  },
  {
    line: 'amountMicros: 0,',
    file: 'decide/stored-row',
    becomes: 'amountMicros: row.amountMicros,',
    tests: 'ingest/billing.test',
  },
  {
    line: 'ownerMicros: 0,',
    file: 'decide/stored-row',
    becomes: 'ownerMicros: row.ownerMicros,',
    tests: 'ingest/billing.test',
  },
  {
    line: 'mayLieIn(timestampMs, { fromMs: startsMs, toMs: endsMs }) &&',
    becomes: 'mayLieIn(timestampMs, { fromMs: startsMs, toMs: endsMs + 1 }) &&',
    tests: 'ingest/event-rejections.test',
  },
  {
    line: 'pauses.some((pause) => mustLieIn(timestampMs, pause));',
    becomes: 'pauses.some(({ fromMs, toMs }) => fromMs <= timestampMs && (toMs === null || timestampMs <= toMs));',
    tests: 'ingest/billing.test',
  },
  {
    line: 'const price = priceThen(event.timestampMs) ?? priceThen(event.timestampMs + CLOCK_TOLERANCE_MS);',
    becomes: 'const price = flight.prices.at(-1);',
    tests: 'ingest/event-amounts.test',
  },
  {
    line: 'const share = versionAt(assignment.shares, event.timestampMs)?.ppm ?? defaultShareAt(event.timestampMs);',
    becomes: 'const share = defaultShareAt(event.timestampMs);',
    tests: 'ingest/event-amounts.test',
  },
  {
    line: 'const ratedFromMs = Math.floor((nowMs - RATED_MS) / STEP_MS) * STEP_MS;',
    becomes: 'const ratedFromMs = Math.floor((nowMs - RATED_MS - DAY_MS) / STEP_MS) * STEP_MS;',
    tests: 'dashboard/today.test',
  },
];

const once: readonly Mutant[] = [
  {
    line: 'return { until, lateness: createFreshness(live, ({ oldestMs }) => oldestMs < until()) };',
    becomes: 'return { until, lateness: createFreshness(live, () => false) };',
    tests: 'figures/cache/figure-cache.test',
  },
  {
    line: 'const marks = late.length > 0 ? await ledger.beginInsert(late) : [];',
    becomes: 'const marks: readonly LateMark[] = [];',
    tests: 'event-store/events-store.test',
  },
  { line: 'for (const id of ids) held.set(id, released);', becomes: '', tests: 'receive/in-flight-ids.test' },
  {
    line: '[...withRows].some((week) => unread.has(week) || week <= forgottenUntil);',
    becomes: '[...withRows].some((week) => unread.has(week));',
    tests: 'event-store/remembered-events.test',
  },
  {
    line: 'GROUP BY day HAVING max(isEvents) = 1 AND (count() = 1 OR min(rows) != max(rows) OR min(ids) != max(ids)) ORDER BY day`;',
    becomes: 'GROUP BY day HAVING max(isEvents) = 1 AND min(rows) != max(rows) ORDER BY day`;',
    tests: 'event-store/event-ids.test',
  },
  {
    line: "const KEYS_OF_ROW = `if(kind IN ('click', 'burn'), [(event_id, toUInt64(0)), (view_id, event_id)], [(event_id, toUInt64(0))])`;",
    becomes: 'const KEYS_OF_ROW = `[(event_id, toUInt64(0))]`;',
    tests: 'event-store/event-ids.test',
  },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source
    line: "const digest = hash('sha256', `${outletKey}:${uuid}`, 'binary');",
    becomes: "const digest = hash('sha256', uuid, 'binary');",
    tests: 'ingest/exactly-once.test',
  },
  {
    line: "return nowMs - timestampMs > LATEST_MS_LATE ? 'too_late' : null;",
    becomes: "return nowMs - timestampMs >= LATEST_MS_LATE ? 'too_late' : null;",
    tests: 'domain/event-time.test',
  },
  {
    line: "const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'];",
    becomes:
      "const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON'];",
    tests: 'accounts/sqlite-dialect.test',
  },
];

const scope: readonly Mutant[] = [
  {
    line: "({ all: 'true', owner: 'customer_id = {scopeKey:UInt32}', advertiser: 'advertiser_id = {scopeKey:UInt32}' })[",
    becomes: "({ all: 'true', owner: 'true', advertiser: 'advertiser_id = {scopeKey:UInt32}' })[",
    tests: 'figures/read/own-scope.test',
  },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source
    line: '? [...EVENT_TABLES, ...ROLLUPS].map((table) => [table, `customer_id = ${key}`])',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source
    becomes: '? EVENT_TABLES.map((table) => [table, `customer_id = ${key}`])',
    tests: 'event-store/scope-filters.test',
  },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source
    line: "const rows = `FROM ${place.from(tableFor(question), 'FINAL', withInvalid)} AND ${ofScope(scope)} AND ${ofCustomers}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source
    becomes: "const rows = `FROM ${place.from(tableFor(question), 'FINAL', withInvalid)} AND ${ofCustomers}",
    tests: 'reports/golden-sql.test',
  },
  {
    line: '...(filters === null ? {} : { additional_table_filters: filters }),',
    becomes: '',
    tests: 'reports/golden-sql.test',
  },
  {
    line: "if (!Number.isSafeInteger(key) || key < 0) throw new RangeError('a scope needs the number of a customer');",
    becomes: '',
    tests: 'event-store/scope-filters.test',
  },
  {
    line: "return { kind: caller.role === 'property' ? 'owner' : 'advertiser', customerId, customerKey };",
    becomes: "return { kind: 'owner', customerId, customerKey };",
    tests: 'dashboard/dashboard-routes.test',
  },
  {
    line: 'const fitting = row.role === row.kind && id !== null && key !== null && name !== null;',
    becomes: 'const fitting = id !== null && key !== null && name !== null;',
    tests: 'auth/sign-in.test',
  },
  {
    line: "if (allowed === 'admin' && caller.role !== 'admin') {",
    becomes: "if (allowed === 'admin' && caller.role === 'unassigned') {",
    tests: 'authorisation-matrix.test',
  },
  {
    line: 'if (caller.viewer !== null && !isReading(request)) throw onlyViewing(caller);',
    becomes: '',
    tests: 'users/view-as.test',
  },
];

const sessions: readonly Mutant[] = [
  {
    line: 'confirmerId !== null && !(fourEyes && changedBy === confirmerId);',
    becomes: 'confirmerId !== null && !(!fourEyes && changedBy === confirmerId);',
    tests: 'money/payees.test',
  },
  {
    line: 'const waits = isOwn || fourEyes;',
    becomes: 'const waits = isOwn;',
    tests: 'money/payees.test',
  },
  {
    line: 'if (callerOf(request).token === null) requireFreshLogin(request);',
    becomes: '',
    tests: 'stored-writes.test',
  },
  {
    line: 'if (!scopes.includes(tokenScope))',
    becomes: 'if (scopes.length === 0)',
    tests: 'token-approval.test',
  },
  {
    line: "!needsApproval(readScopes(scopes)) || (role === 'admin' && approver !== null);",
    becomes: "!needsApproval(readScopes(scopes)) || role === 'admin';",
    tests: 'token-approval.test',
  },
  {
    line: '!fourEyes || ownerId !== callerOf(request).userId;',
    becomes: 'fourEyes || ownerId !== callerOf(request).userId;',
    tests: 'token-approval.test',
  },
  {
    line: "account === '' || seesWholeAccounts(request) ? account : maskedAccount(account);",
    becomes: 'account;',
    tests: 'masked-accounts.test',
  },
  {
    line: "const idleMs = (row.role === 'admin' ? sessionIdleMinutes / 2 : sessionIdleMinutes) * MINUTE_MS;",
    becomes: 'const idleMs = sessionIdleMinutes * MINUTE_MS;',
    tests: 'auth/sign-in.test',
  },
  {
    line: 'if (row.expires_at <= at || at - row.last_used_at >= idleMs || (row.demo === 1 && !demo)) return null;',
    becomes: 'if (at - row.last_used_at >= idleMs || (row.demo === 1 && !demo)) return null;',
    tests: 'auth/sign-in.test',
  },
  {
    line: 'isFresh: viewer === null && at - row.confirmed_at < freshLoginMinutes * MINUTE_MS,',
    becomes: 'isFresh: viewer === null,',
    tests: 'auth/fresh-login.test',
  },
  {
    line: "mustSetUpSecondFactor: adminMfa && row.role === 'admin' && row.demo === 0 && !row.has_second_factor,",
    becomes: 'mustSetUpSecondFactor: false,',
    tests: 'auth/second-factor.test',
  },
  { line: ".on('viewing.ended_at', 'is', null)", becomes: '', tests: 'users/view-as.test' },
  {
    line: 'const sessionsEnded = await endSessionsOf(tx, user.id, at, caller.sessionId);',
    becomes: 'const sessionsEnded = 0;',
    tests: 'auth/own-sessions.test',
  },
  {
    line: 'if (row === undefined || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= nowMs)) {',
    becomes: 'if (row === undefined || row.revoked_at !== null) {',
    tests: 'receive/ingest-routes.test',
  },
  {
    line: 'if (row === undefined || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= nowMs)) {',
    becomes: 'if (row === undefined || (row.expires_at !== null && row.expires_at <= nowMs)) {',
    tests: 'receive/ingest-routes.test',
  },
  { line: 'return fits && stored !== null;', becomes: 'return fits;', tests: 'auth/sign-in.test' },
  { line: 'audience: AUDIENCE,', becomes: '', tests: 'http/session-token.test' },
];

const seals: readonly Mutant[] = [
  {
    line: 'if (marked.length > 0) return false;',
    becomes: '',
    tests: 'accounts/seal-ledger-archive.test',
    named: 'SQLite',
  },
  {
    line: "if (shared) take = take.where((is) => is.or([is('until_at', '<=', clock()), is('holder', '=', run)]));",
    becomes: '',
    tests: 'accounts/accounts-contract.test',
    named: 'SQLite',
  },
  {
    line: 'if (numUpdatedRows !== 1n) throw new LeaseLostError();',
    becomes: '',
    tests: 'accounts/accounts-contract.test',
    named: 'SQLite',
  },
  {
    line: 'if (Number(numUpdatedRows) < left) {',
    becomes: 'if (Number(numUpdatedRows) < 0) {',
    tests: 'accounts/accounts-contract.test',
    named: 'SQLite',
  },
  {
    line: "ended.selectFrom('late_marks as other').select('other.week').where('other.state', '=', ENDED),",
    becomes: "ended.selectFrom('late_marks as other').select('other.week').where('other.state', '>=', 0),",
    tests: 'accounts/accounts-contract.test',
    named: 'SQLite',
  },
];

/**
 * Mutants of the most important rules: money, exactly once, scope, sessions, guessing, seals, and an audit log that
 * cannot change.
 */
export const MUTANTS: readonly Mutant[] = [
  ...[...money, ...MONEY_MUTANTS, ...once, ...scope, ...ACCESS_MUTANTS],
  ...[...sessions, ...KEY_MUTANTS, ...GUESSING_MUTANTS, ...SIGN_IN_MUTANTS, ...seals, ...chain, ...STORE_MUTANTS],
];
