import type { MessageAction } from '#contract/contact.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { findAddress, findMessage, type MessageRow, setMark } from './contact-queries.ts';

const MARKS = { read: 'read_at', unread: 'read_at', delete: 'deleted_at', restore: 'deleted_at' } as const;
const AUDITED = { read: 'read', unread: 'marked-unread', delete: 'deleted', restore: 'restored' } as const;

/**
 * Marks, deletes or restores a message and writes the audit log, both or neither. A repeated action is not audited
 * again.
 */
export async function actOnMessage(
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
  id: string,
  action: MessageAction,
  { userId, ip }: { readonly userId: string; readonly ip: string },
): Promise<MessageRow> {
  const at = now();
  return accounts.transaction().execute(async (transaction) => {
    const isSetting = action === 'read' || action === 'delete';
    const isChanged = await setMark(transaction, id, MARKS[action], isSetting ? at : null);
    const message = await findMessage(transaction, id);
    if (message === undefined) throw new AppError('not-found', 'This message does not exist any more.');
    if (isChanged)
      await writeAudit(transaction, {
        at,
        actorId: userId,
        actor: (await findAddress(transaction, userId))?.email ?? '',
        action: `message.${AUDITED[action]}`,
        subject: id,
        detail: { from: message.account },
        ip,
      });
    return message;
  });
}
