import { counted } from '#domain/counted.ts';
import type { Billing } from './create-billing.ts';

type Watched = {
  readonly billing: Billing;
  readonly notices: {
    raise(kind: 'ledger' | 'months', text: string): Promise<void>;
    end(kind: 'ledger' | 'months'): Promise<void>;
  };
  /** Writes a line to the log. */
  readonly warn: (line: string) => void;
};

const MORE_ERRORS = { one: 'more error', other: 'more errors' };

/** Creates the jobs that close due months and verify the ledger. The jobs notify administrators about problems. */
export function createLedgerWatch({ billing, notices, warn }: Watched) {
  return {
    closeDue: async (): Promise<void> => {
      const since = await billing.undecidedSince();
      if (since === null) await notices.end('months');
      else
        await notices.raise(
          'months',
          `There are events since ${since}, but no month has been closed. Set FIRST_MONTH to the first month with statements and invoices, and restart.`,
        );
      for (const { month, lost } of await billing.closeDue())
        if (lost.length > 0)
          warn(
            `${month} is closed. Late events of ${lost.join(', ')} are not billed, because billed events are missing.`,
          );
    },
    verify: async (): Promise<void> => {
      const { faults } = await billing.verify();
      if (faults.length === 0) return notices.end('ledger');
      const others = faults.length > 1 ? ` And ${counted(faults.length - 1, MORE_ERRORS)}.` : '';
      const text = `The ledger has errors: ${faults[0]}${others} To list them, run: npm run admin -- verify-ledger`;
      warn(text);
      await notices.raise('ledger', text);
    },
  };
}
