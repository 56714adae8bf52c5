import type { ChangeContext } from '../administration/change-context.ts';
import type { AdminContext } from './admin-context.ts';

/** Who does what is done by a command. */
export const COMMAND_LINE = { actorId: null, actor: 'command line', ip: '' } as const;

/** What a command changes, it changes as screens do: in one transaction, with its version and its line in the audit log. */
export const asCommandLine = ({ accounts, now }: AdminContext): ChangeContext => ({
  accounts,
  now,
  author: COMMAND_LINE,
});
