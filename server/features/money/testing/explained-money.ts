import { expect } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { Payment } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';

type Who = 'admin' | 'owner' | 'sponsor';
/** JSON, as the reader is told it. */
type Get = (url: string, who?: Who) => Promise<unknown>;
type Listed<Row> = { readonly data: readonly Row[] };

const micros = (texts: readonly { readonly amount: string }[]) =>
  texts.reduce((all, { amount }) => all + BigInt(amount), 0n);

/** What the screens of money show, and what explains it. */
export function explainedMoney(get: Get) {
  /** All parts of an explanation and what is left out are its total, and this it is in dollars. */
  async function expectExplained(query: string, total: number, who: Who = 'admin'): Promise<Explanation> {
    const told = (await get(`/explain?${query}`, who)) as Explanation;
    expect(Number(told.total), query).toBe(Math.round(total * 1_000_000));
    expect(micros([...told.parts, ...(told.left_out === null ? [] : [told.left_out])]), query).toBe(BigInt(told.total));
    return told;
  }

  /** Each payment by what it settles, each run by its payouts, and these by what they pay. */
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

  async function expectAllExplained(): Promise<void> {
    const money = (await get('/admin/money')) as MoneyOverview;
    await expectExplained('figure=in_payout', money.in_payout);
    await expectMovedExplained();
    for (const { billed, invoices, month: name, owed, statements } of money.months) {
      expect((await expectExplained(`figure=billed&month=${name}`, billed)).parts).toHaveLength(invoices);
      expect((await expectExplained(`figure=owed&month=${name}`, owed)).parts).toHaveLength(statements);
    }
    for (const figure of ['receivable', 'overdue', 'payable'] as const) {
      const all = await expectExplained(`figure=${figure}`, money[figure]);
      const { advertisers, owners } = money;
      const open = {
        receivable: advertisers,
        overdue: advertisers.filter(({ overdue }) => overdue > 0),
        payable: owners,
      };
      expect(all.parts.map(({ id }) => id)).toEqual(open[figure].map(({ customer }) => customer.id));
      for (const part of all.parts) {
        const own = await expectExplained(`figure=${figure}&cid=${part.id}`, Number(part.amount) / 1_000_000);
        for (const { amount, events, id } of own.parts) {
          if (events === 0) continue;
          const lines = await expectExplained(`document=${id}`, Number(amount) / 1_000_000);
          expect(lines).toMatchObject({ by: 'line', left_out: null });
        }
      }
    }
  }

  return { expectExplained, expectAllExplained };
}
