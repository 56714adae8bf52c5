import type { ChangeContext } from '../administration/change-context.ts';
import type { AdminContext } from './admin-context.ts';

/** The audit log's actor for commands. */
export const COMMAND_LINE = { actorId: null, actor: 'command line', ip: '' } as const;

/**
 * Returns the change context for commands, so that they change data in the same way as screens: in a transaction, with
 * a row version and an audit log entry.
 */
export const asCommandLine = ({ accounts, now }: AdminContext): ChangeContext => ({
  accounts,
  now,
  author: COMMAND_LINE,
});
