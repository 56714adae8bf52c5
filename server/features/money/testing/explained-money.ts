import { expect } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import type { Explanation } from '#contract/explain.ts';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Payment } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import type { Refund } from '#contract/refunds.ts';

type Who = 'admin' | 'owner' | 'sponsor';
/** Returns the parsed JSON. */
type Get = (url: string, who?: Who) => Promise<unknown>;
type Listed<Row> = { readonly data: readonly Row[] };

const micros = (texts: readonly { readonly amount: string }[]) =>
  texts.reduce((all, { amount }) => all + BigInt(amount), 0n);

/** Creates checks that explanations match the figures on the money screens. */
export function explainedMoney(get: Get) {
  /** Checks that the parts of an explanation and the amount left out add up to its total, in dollars. */
  async function expectExplained(query: string, total: number, who: Who = 'admin'): Promise<Explanation> {
    const told = (await get(`/explain?${query}`, who)) as Explanation;
    expect(Number(told.total), query).toBe(Math.round(total * 1_000_000));
    expect(micros([...told.parts, ...(told.left_out === null ? [] : [told.left_out])]), query).toBe(BigInt(told.total));
    return told;
  }

  /**
   * Checks each payment against the documents it settles, each run against its payouts, and each payout against its
   * statements.
   */
  async function expectMovedExplained(): Promise<void> {
    const payments = (await get('/payments?limit=100')) as Listed<Payment>;
    for (const { amount, id, withdrawn_at: withdrawn } of payments.data) {
      const { parts } = await expectExplained(`figure=payment&of=${id}`, amount);
      expect(parts.some((part) => part.id === 'withdrawn')).toBe(withdrawn !== null);
    }
    const runs = (await get('/payout-runs')) as Listed<PayoutRun>;
    for (const { id, payouts, total } of runs.data) {
      const { parts } = await expectExplained(`figure=payout_run&of=${id}`, total);
      expect(parts).toHaveLength(payouts);
      const { data } = (await get(`/payout-runs/${id}/payouts`)) as Listed<Payout>;
      for (const one of data)
        expect((await expectExplained(`figure=payout&of=${one.id}`, one.amount)).left_out).toBeNull();
    }
  }

  /** Checks the paid and open amounts of each final document, for each user with access. */
  async function expectSettledExplained(who: Who): Promise<void> {
    const { data } = (await get('/documents?limit=100', who)) as Listed<DocumentRow>;
    for (const { customer, id, paid, state, total } of data) {
      if (state !== 'final' || paid === null) continue;
      const told = await expectExplained(`figure=paid&document=${id}`, paid, who);
      expect(told.by).toBe(paid < 0 ? 'document' : 'move');
      if (paid >= 0) expect(told.left_out).toBeNull();
      const whole = await expectExplained(
        `figure=paid${who === 'admin' ? `&cid=${customer.id}` : ''}`,
        await paidBy(customer.id),
        who,
      );
      for (const { id: name, moved, opens } of [...told.parts, ...whole.parts]) {
        if (moved === undefined) continue;
        expect(moved.on, name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        // A refund opens no further explanation.
        if (moved.kind !== 'refund')
          expect(opens?.figure === moved.kind || moved.kind === 'credit', name).toBe(
            who === 'admin' || moved.kind === 'credit',
          );
        if (who !== 'admin') expect(Object.keys(moved).toSorted()).toEqual(['kind', 'on']);
        else if (moved.kind === 'payment') expect([moved.at, moved.reference]).not.toContain(undefined);
      }
      const open = await expectExplained(`figure=open&document=${id}`, Math.round((total - paid) * 100) / 100, who);
      for (const { amount, opens } of open.parts)
        await expectExplained(
          `figure=${opens?.figure}&document=${opens?.document}`,
          Math.abs(Number(amount)) / 1_000_000,
          who,
        );
    }
  }

  /** Sums the lists that administrators see. */
  async function paidBy(customerId: string): Promise<number> {
    const payments = ((await get('/payments?limit=100')) as Listed<Payment>).data;
    let cents = 0;
    for (const { amount, customer, withdrawn_at: withdrawn } of payments)
      if (customer.id === customerId && withdrawn === null) cents += Math.round(amount * 100);
    for (const { id } of ((await get('/payout-runs')) as Listed<PayoutRun>).data)
      for (const { amount, customer, state } of ((await get(`/payout-runs/${id}/payouts`)) as Listed<Payout>).data)
        if (customer.id === customerId && state === 'paid') cents += Math.round(amount * 100);
    for (const { amount, customer, state } of ((await get('/refunds?limit=100')) as Listed<Refund>).data)
      if (customer.id === customerId && state === 'paid') cents -= Math.round(amount * 100);
    return cents / 100;
  }

  async function expectAllExplained(): Promise<void> {
    for (const who of ['admin', 'owner', 'sponsor'] as const) await expectSettledExplained(who);
    const money = (await get('/admin/money')) as MoneyOverview;
    await expectExplained('figure=in_payout', money.in_payout);
    await expectMovedExplained();
    for (const { billed, invoices, month: name, owed, state, statements } of money.months) {
      const byInvoice = await expectExplained(`figure=billed&month=${name}`, billed ?? Number.NaN);
      const byStatement = await expectExplained(`figure=owed&month=${name}`, owed ?? Number.NaN);
      if (state !== 'final') continue;
      expect(byInvoice.parts).toHaveLength(invoices);
      expect(byStatement.parts).toHaveLength(statements);
    }
    for (const figure of ['receivable', 'overdue', 'payable', 'ahead'] as const) {
      const all = await expectExplained(`figure=${figure}`, money[figure]);
      const { advertisers, owners } = money;
      const open = {
        receivable: advertisers,
        overdue: advertisers.filter(({ overdue }) => overdue > 0),
        payable: owners,
        ahead: money.advertisers_ahead,
      };
      expect(all.parts.map(({ id }) => id)).toEqual(open[figure].map(({ customer }) => customer.id));
      for (const part of all.parts) {
        const own = await expectExplained(`figure=${figure}&cid=${part.id}`, Number(part.amount) / 1_000_000);
        for (const { amount, events, id } of own.parts) {
          if (events === 0) continue;
          const lines = await expectExplained(
            `document=${id}`,
            (figure === 'ahead' ? -1 : 1) * (Number(amount) / 1_000_000),
          );
          expect(lines).toMatchObject({ by: 'line', left_out: null });
        }
      }
    }
  }

  return { expectExplained, expectAllExplained };
}
