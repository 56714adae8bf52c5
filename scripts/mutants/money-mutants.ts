import type { Mutant } from './mutant.ts';

const LEDGER_CHAIN = 'const text = JSON.stringify([before, seq, at, kind, reference, reason, author, moved]);';
/** Mutants that each leave one column of a ledger entry out of the hash. */
const ledgerChain = ['before', 'seq', 'at', 'kind', 'reference', 'reason', 'author', 'moved'].map(
  (column): Mutant => ({
    line: LEDGER_CHAIN,
    becomes: LEDGER_CHAIN.replace(new RegExp(`(?<=[[ ])${column}(, |(?=\\]))`), ''),
    tests: 'ledger/ledger-hash.test',
  }),
);

/** Ledger rules: every entry is posted once, balances, and cannot change unnoticed. */
const ledger: readonly Mutant[] = [
  ...ledgerChain,
  {
    line: 'if (cents > ahead)',
    becomes: 'if (false)',
    tests: 'money/refunds.test',
  },
  {
    line: 'if (fourEyes && refund.proposed_by_id === keeping.userId)',
    becomes: 'if (false)',
    tests: 'money/refunds.test',
  },
  {
    line: "if (state === 'approved' && cents > (await findAheadOf(tx, customerId)))",
    becomes: 'if (false)',
    tests: 'money/refunds.test',
  },
  {
    line: "if (state === 'paid') await refundReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });",
    becomes: 'await refundReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });',
    tests: 'money/refunds.test',
  },
  {
    line: 'const isHead = seq !== head.seq || hash === head.hash;',
    becomes: 'const isHead = true;',
    tests: 'billing/verify-ledger.test',
  },
  {
    line: 'const postings = fromTo(ownerAccount(customerId), CASH, cents * MICROS_PER_CENT);',
    becomes: 'const postings = fromTo(CASH, ownerAccount(customerId), cents * MICROS_PER_CENT);',
    tests: 'money/money-routes.test',
  },
  {
    line: "const IS_ONE_MORE = 'new.left_postings = old.left_postings - 1 and new.left_postings <> 0';",
    becomes: "const IS_ONE_MORE = 'new.left_postings = old.left_postings - 1';",
    tests: 'ledger/ledger-zero.test',
  },
  {
    line: "throw new AppError('forbidden', 'Only administrators can see other customers’ open balances.');",
    becomes: ';',
    tests: 'money/money-routes.test',
  },
  {
    line: "const customerId = scope.kind === 'all' ? ((await customerOf(figures, scope, cid))?.id ?? null) : scope.customerId;",
    becomes: 'const customerId = (await customerOf(figures, scope, cid))?.id ?? null;',
    tests: 'money/money-routes.test',
  },
  {
    line: "if (scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see the total of all documents.');",
    becomes: '',
    tests: 'money/money-routes.test',
  },
];

const closing: readonly Mutant[] = [
  {
    line: "const micros = kind === 'statement' ? line.owner_micros : line.amount_micros;",
    becomes: 'const micros = line.amount_micros;',
    tests: 'billing/close-month.test',
  },
  {
    line: 'if (left === null) lost.push(past.month);',
    becomes: 'if (left === null) continue;',
    tests: 'billing/close-month.test',
  },
];

const payouts: readonly Mutant[] = [
  {
    line: 'if (open <= 0 || open < minimumCents || onTheWay.has(customerId)) return [];',
    becomes: 'if (open <= 0 || open < minimumCents) return [];',
    tests: 'money/money-routes.test',
  },
  {
    line: 'if (fourEyes && run.proposed_by_id === keeping.userId)',
    becomes: 'if (fourEyes && run.proposed_by_id === null)',
    tests: 'money/money-routes.test',
  },
  {
    line: "if (state === 'paid') await payoutReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });",
    becomes: 'await payoutReturned(tx, { id, customerId, cents, reason: why }, { at, author: AUTHOR });',
    tests: 'money/money-routes.test',
  },
  {
    line: 'config.fourEyes ? has((payee, payout) => isChanged(payee, payout) && isOwn(payee)) : [],',
    becomes: '[],',
    tests: 'money/money-routes.test',
  },
  {
    line: 'return startAt > nowMs ? startAt : null;',
    becomes: 'return startAt < nowMs ? startAt : null;',
    tests: 'money/payout-waits.test',
  },
  {
    line: "const waits = state === 'approved' ? await takeOut(tx, id, at) : [];",
    becomes: 'const waits: PayoutWaitRow[] = [];',
    tests: 'money/payout-waits.test',
  },
  {
    line: 'confirmedAt === null ? Number.POSITIVE_INFINITY : waitsUntil(confirmedAt, at);',
    becomes: 'null;',
    tests: 'money/payout-waits.test',
  },
  {
    line: "if (state === 'approved') await refuseWaiting(tx, customerId, at);",
    becomes: '',
    tests: 'money/payout-waits.test',
  },
  {
    line: 'const revision = Math.max(current?.revision ?? 0, await changes.findLastChange(tx, customerId)) + 1;',
    becomes: 'const revision = (current?.revision ?? 0) + 1;',
    tests: 'money/payout-waits.test',
  },
  { line: 'if (cents > 0) left -= settled;', becomes: '', tests: 'domain/settled-documents.test' },
];

/** Plays are paid only from the money that was reserved for them. */
const plays: readonly Mutant[] = [
  {
    line: 'if (lease === undefined || lease.leftMicros < micros || isOver(lease)) return null;',
    becomes: 'if (lease === undefined || isOver(lease)) return null;',
    tests: 'serve/plays-model.test',
  },
  {
    line: "if (!isTimeOf(play, view.timestampMs)) return { fault: 'play_expired' };",
    becomes: '',
    tests: 'plays/play-token.test',
  },
  {
    line: 'if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(bytes, secret))) return null;',
    becomes: '',
    tests: 'plays/play-token.test',
  },
  {
    line: "return view.id.toLowerCase() === play.id && isOfFlight ? { play } : { fault: 'play_mismatch' };",
    becomes: "return isOfFlight ? { play } : { fault: 'play_mismatch' };",
    tests: 'plays/play-token.test',
  },
  {
    line: 'for (const endMs of ends) if (endMs !== null) expiresMs = Math.min(expiresMs, secondOf(endMs - 1));',
    becomes: 'for (const endMs of ends) if (endMs !== null) expiresMs = Math.min(expiresMs, secondOf(endMs));',
    tests: 'serve/play-window.test',
  },
];

const budgets: readonly Mutant[] = [
  {
    line: 'if (took.size > 0 || retried.length > 0) await saveBooks(tx, books);',
    becomes: '',
    tests: 'budget/shared-budgets.test',
  },
  {
    line: 'await deleteEndedLeases(accounts, time());',
    becomes: 'await deleteEndedLeases(accounts, nowMs);',
    tests: 'ingest/wrong-clock.test',
  },
  {
    line: 'if (events === credit.events || amount + amountMicros > leftMicros) break;',
    becomes: 'if (events === credit.events) break;',
    tests: 'domain/credit-within-budget.test',
  },
  {
    line: 'return left.events > 0 ? [{ ...line, ...left }] : [];',
    becomes: 'return [{ ...line, ...left }];',
    tests: 'domain/objection.test',
  },
];

const explained: readonly Mutant[] = [
  {
    line: "return [...all.filter((by) => mayReport(perspective, by) && (by !== 'reason' || judged !== 'counted')), 'event'];",
    becomes: "return [...all, 'event'];",
    tests: 'explain/explain-routes.test',
  },
  {
    line: "if (isSide(rule) && scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see both sides.');",
    becomes: '',
    tests: 'explain/explain-routes.test',
  },
  {
    line: "const isOwn = scope.kind === 'all' || scope.customerId === customer?.id;",
    becomes: 'const isOwn = true;',
    tests: 'documents/documents.test',
  },
  {
    line: 'if (left <= 0) return boughtMs + (purchaseMicros / Number(brought)) * (nowMs - boughtMs);',
    becomes: '',
    tests: 'profit/profit-routes.test',
  },
];

const alerts: readonly Mutant[] = [
  {
    line: ".$if(scope === 'customers', (query) => query.where('customer_id', 'is not', null))",
    becomes: '',
    tests: 'alerts/alerts.test',
  },
  {
    line: 'begun: [...now.values()].filter(({ cause }) => !known.has(cause)),',
    becomes: 'begun: [...now.values()],',
    tests: 'domain/alert-changes.test',
  },
  {
    line: 'return { at: nowMs, resumed, stopped, isStopped, isSure: listens && nowMs - stopped >= LATE_AFTER_MS };',
    becomes: 'return { at: nowMs, resumed, stopped, isStopped, isSure: listens };',
    tests: 'domain/alert-hearing.test',
  },
];

/** A charge has one energy figure, which excludes readings above its outlet's power. */
const energy: readonly Mutant[] = [
  {
    line: 'else change(charge, reading, { source, milliWh: energy - charge.milliWh });',
    becomes: 'else change(charge, reading, { source, milliWh: energy });',
    tests: 'contacts/energy.test',
  },
  {
    line: 'return Math.round((ratedWatts * 1_000 * (elapsed + TOLERANCE_MS)) / HOUR_MS);',
    becomes: 'return Math.round((ratedWatts * 1_000_000 * (elapsed + TOLERANCE_MS)) / HOUR_MS);',
    tests: 'contacts/energy.test',
  },
  {
    line: 'if (event.energyMilliWh <= most) return candidate;',
    becomes: 'return candidate;',
    tests: 'contacts/energy.test',
  },
  {
    line: "if (reading.atMs <= last.atMs) return { kind: 'old' };",
    becomes: '',
    tests: 'contacts/energy.test',
  },
  {
    line: 'if (!on || readings < threshold) continue;',
    becomes: 'if (!on) continue;',
    tests: 'alerts/meter-alerts.test',
  },
];

/** Mutants of the rules about amounts owed and paid, from the play to the payout, their explanations, and alerts. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    line: 'part.charges.set(eventId, taken);',
    becomes: 'if (taken.lease !== 0) part.charges.set(eventId, taken);',
    tests: 'budget/shared-budgets.test',
  },
  ...[...ledger, ...closing, ...payouts],
  ...[...plays, ...budgets, ...explained, ...alerts, ...energy],
  {
    line: "if (mode !== 'invalidate') continue;",
    becomes: 'if (mode !== null) continue;',
    tests: 'invalid-traffic/patterns.test',
  },
  {
    line: 'return others.size >= SIGHTINGS.others;',
    becomes: 'return others.size > 100 * SIGHTINGS.others;',
    tests: 'domain/traffic-patterns.test',
  },
  {
    line: "if (kind === 'same' || kind === null) return false;",
    becomes: 'if (kind === null) return false;',
    tests: 'domain/traffic-patterns.test',
  },
];
