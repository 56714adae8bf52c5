import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createAuditStream } from './create-audit-stream.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Pick<Config, 'auditStream' | 'publicUrl'>;
  readonly time: () => Promise<number>;
  readonly metrics: { readonly auditStreamFailures: { inc(): void } } | null;
  readonly warn: (line: string) => void;
};
type Start = (pattern: string, name: string, work: () => Promise<unknown>) => void;

/** Sends new audit log entries every second, if a receiver is configured. */
export function startAuditStream({ accounts, config, time, metrics, warn }: Needs, inBackground: Start): void {
  const { auditStream, publicUrl } = config;
  if (auditStream === null) return;
  const failed = (reason: string) => {
    metrics?.auditStreamFailures.inc();
    warn(`The audit log was not delivered. Retrying. ${reason}`);
  };
  const stream = createAuditStream({ accounts, config: { auditStream, publicUrl }, time, failed });
  inBackground('* * * * * *', 'streaming the audit log', () => stream.runNow());
}
