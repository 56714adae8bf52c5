import { type Billing, MonthRefusedError } from '../billing/create-billing.ts';
import { JobRefusedError, type JobWork } from './job-runner.ts';

export const CLOSE_MONTH = 'close-month';
export const VERIFY_LEDGER = 'verify-ledger';

/** The command's output: the months that it closed. */
export type ClosedMonths = { readonly closed: Awaited<ReturnType<Billing['close']>> };

/** Creates the job that closes months. Closing a month writes its own audit entries. */
export const createMonthClosing =
  (billing: Billing): JobWork =>
  async ({ payload }) => {
    const { month } = JSON.parse(payload) as { month: string };
    const closed = await billing.close(month).catch((error: unknown) => {
      throw error instanceof MonthRefusedError ? new JobRefusedError(error.message) : error;
    });
    return { result: { closed } satisfies ClosedMonths, audit: null };
  };

export const createLedgerCheck =
  (billing: Billing): JobWork =>
  async () => ({ result: await billing.verify(), audit: null });
