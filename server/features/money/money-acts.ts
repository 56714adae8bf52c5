import type { Dependencies } from '../../dependencies.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { sendOnce } from './idempotency.ts';
import { confirm, setPayee } from './keep-payees.ts';
import { requirePayer, setPayer } from './keep-payer.ts';
import { enter } from './keep-payments.ts';
import * as payouts from './keep-payouts.ts';
import { propose } from './keep-refunds.ts';
import { findChange } from './payee-changes-queries.ts';

/** Who acts and when. The sending id makes the action idempotent. */
type Act = {
  readonly by: { readonly id: string; readonly email: string };
  readonly at: number;
  readonly sendingId: string;
};
type Work = Parameters<typeof sendOnce>[2];

/**
 * Creates the money actions of administrators for callers without a request, with the same checks as on the screens.
 */
export function createMoneyActs({ accounts, config }: Pick<Dependencies, 'accounts' | 'config'>) {
  const { fourEyes, networkTimeZone: timeZone } = config;
  const box = createSecretBox(config, 'bank-accounts');
  const { currency } = config;
  const findPayer = () => requirePayer({ accounts, box, currency });
  const keeping = ({ by, at }: Omit<Act, 'sendingId'>) => {
    const author = { actorId: by.id, actor: by.email, ip: '' };
    return { context: { accounts, now: () => at, author }, userId: by.id, timeZone };
  };
  const once = (act: string, { sendingId, ...who }: Act, wish: object, work: Work): Promise<string> =>
    sendOnce(keeping(who), { act, sendingId, wish }, work);

  return {
    setPayee: (act: Omit<Act, 'sendingId'>, customerId: string, wish: Parameters<typeof setPayee>[2]) =>
      setPayee({ ...keeping(act), box, currency, fourEyes }, { customerId, isOwn: false }, wish),
    /** Does nothing if no change is waiting. */
    confirmPayee: async (act: Omit<Act, 'sendingId'>, customerId: string) => {
      const change = await findChange(accounts, customerId);
      if (change === undefined) return;
      await confirm({ ...keeping(act), box, currency, fourEyes }, { customerId, revision: change.revision });
    },
    setPayer: (act: Omit<Act, 'sendingId'>, wish: Parameters<typeof setPayer>[2]) =>
      setPayer(keeping(act), { box, currency }, wish),
    enterPayment: (act: Act, wish: Parameters<typeof enter>[1]) =>
      once('payment', act, wish, (keep) => enter(keep, wish)),
    proposeRefund: (act: Act, wish: Parameters<typeof propose>[1]) =>
      once('refund', act, wish, (keep) => propose(keep, wish)),
    /** Returns the run's id, even if this call repeats an earlier proposal. */
    proposeRun: (act: Act, minimum: number) => once('run', act, { minimum }, (keep) => payouts.propose(keep, minimum)),
    approveRun: (act: Act, runId: string) =>
      once('approval', act, { id: runId }, (keep) =>
        payouts.approve({ ...keep, fourEyes, requirePayer: findPayer }, runId),
      ),
    payRun: (act: Act, runId: string, paidOn: string) =>
      once('run-paid', act, { id: runId, paid_on: paidOn }, (keep) => payouts.pay(keep, { runId }, paidOn)),
    returnPayout: (act: Act, payoutId: string, reason: string) =>
      once('returned', act, { id: payoutId, reason }, (keep) => payouts.bringBack(keep, payoutId, reason)),
  };
}
