import type { Dependencies } from '../../dependencies.ts';
import type { IsVisitor } from '../../http/visitor-privacy.ts';
import { findMaker } from './auth-queries.ts';

/**
 * Creates a check for whether an account might be in the hands of a demo visitor. While the demo is on, that is true of
 * demo accounts, and of administrator accounts that another user created or changed in the browser. Accounts created on
 * the command line have no recorded creator, so they do not count.
 */
export function createIsVisitor({ config, accounts }: Pick<Dependencies, 'config' | 'accounts'>): IsVisitor {
  return async ({ userId, role, isDemo }) => {
    if (!config.demo) return false;
    if (isDemo || role !== 'admin') return isDemo;
    const maker = await findMaker(accounts, userId);
    return [maker?.created_by_id, maker?.updated_by_id].some((id) => id !== null && id !== undefined && id !== userId);
  };
}
