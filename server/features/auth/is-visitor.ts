import type { Dependencies } from '../../dependencies.ts';
import type { IsVisitor } from '../../http/visitor-privacy.ts';
import { findMaker } from './auth-queries.ts';

/**
 * Creates a check of whether a demo visitor may control an administrator account. While the demo is on, this applies to
 * demo accounts and to administrator accounts that another user created or changed in the browser. Accounts created on
 * the command line have no recorded creator.
 */
export function createIsVisitor({ config, accounts }: Pick<Dependencies, 'config' | 'accounts'>): IsVisitor {
  return async ({ userId, role, isDemo }) => {
    if (!config.demo) return false;
    if (isDemo || role !== 'admin') return isDemo;
    const maker = await findMaker(accounts, userId);
    return [maker?.created_by_id, maker?.updated_by_id].some((id) => id !== null && id !== undefined && id !== userId);
  };
}
