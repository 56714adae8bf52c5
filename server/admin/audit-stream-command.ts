import { writeAudit } from '../audit/write-audit.ts';
import { showAuditStream } from '../audit-stream/show-audit-stream.ts';
import { setCursor } from '../audit-stream/stream-queries.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Reports the delivery progress of the audit log. With `resendFrom`, the stream continues at that entry. */
export async function auditStreamCommand(
  { accounts, config, now, print }: AdminContext,
  { resendFrom }: { readonly resendFrom?: number },
): Promise<void> {
  const before = await showAuditStream(accounts, config.auditStream);
  if (resendFrom !== undefined) {
    if (resendFrom < 1 || resendFrom > before.deliveredSeq)
      throw new AdminError(
        `Nothing was changed: entries 1 to ${before.deliveredSeq} were delivered, write one of them.`,
      );
    await accounts.transaction().execute(async (tx) => {
      await setCursor(tx, resendFrom - 1);
      const detail = { from_entry: resendFrom, delivered_until: before.deliveredSeq };
      const entry = { action: 'audit-stream.cursor-set', subject: 'audit log', detail };
      await writeAudit(tx, { ...COMMAND_LINE, at: now(), ...entry });
    });
    print(`The stream continues with entry ${resendFrom}.`);
  }
  const { receiver, deliveredSeq, deliveredAt, waiting, failingSince, lastError } = await showAuditStream(
    accounts,
    config.auditStream,
  );
  print(receiver === null ? 'No receiver: AUDIT_STREAM_URL is not set here.' : `Receiver: ${receiver}`);
  print(`Last delivered: ${deliveredAt === null ? 'never' : `${instant(deliveredAt)}, up to entry ${deliveredSeq}`}`);
  print(`Waiting: ${waiting} ${waiting === 1 ? 'entry' : 'entries'}`);
  if (failingSince !== null) print(`Failing since ${instant(failingSince)}: ${lastError}`);
}
