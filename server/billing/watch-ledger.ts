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

/** Creates the jobs that close due months and verify the ledger. The jobs notify administrators about problems. */
export function createLedgerWatch({ billing, notices, warn }: Watched) {
  return {
    closeDue: async (): Promise<void> => {
      const since = await billing.undecidedSince();
      if (since === null) await notices.end('months');
      else
        await notices.raise(
          'months',
          `There are events since ${since}, and no month was closed. Set FIRST_MONTH to the first month that is to have statements and invoices, and start again.`,
        );
      for (const { month, lost } of await billing.closeDue())
        if (lost.length > 0)
          warn(`${month} is closed; late events of ${lost.join(', ')} are not billed, since billed events are gone.`);
    },
    verify: async (): Promise<void> => {
      const { faults } = await billing.verify();
      if (faults.length === 0) return notices.end('ledger');
      const others = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
      const text = `The ledger is not as it should be: ${faults[0]}${others} Look with: npm run admin -- verify-ledger`;
      warn(text);
      await notices.raise('ledger', text);
    },
  };
}
