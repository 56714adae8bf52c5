import type { Perspective, Scope } from '#domain/role.ts';
import { perspectiveOf } from '#domain/role.ts';
import type { Figures } from '../../figures/figures.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, scopeOf } from '../../http/caller.ts';

/** A statement's scope: the visible rows, the customer whose outlets it covers, and the wording. */
export type PrintScope = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly perspective: Perspective;
};

/**
 * Returns the scope for a statement about `cid`, in the wording of `role` ('' means no role). Only administrators and
 * full-access users may choose another role than their own (docs/threat-model.md#c3). For them, `property` shows an
 * owner exactly what the owner sees. Throws 403 and 404 as `/list` does for a `cid` outside the scope.
 */
export async function findPrintScope(figures: Figures, caller: Caller, cid: string, role: string): Promise<PrintScope> {
  const whole = scopeOf(caller);
  if (whole === null)
    throw new AppError('forbidden', 'Your account isn’t linked to a customer yet. Ask an administrator to link it.');
  const mayPreview = whole.kind === 'all';
  const narrowed = await figures.narrow(whole, cid);
  if (!(mayPreview ? ['', 'admin', 'property', 'advertiser'] : [caller.role]).includes(role)) {
    throw new AppError('forbidden', 'You can only print statements in your own role.');
  }
  const { scope, customerKey } = narrowed;
  if (!mayPreview || role === '' || role === 'admin') return { ...narrowed, perspective: perspectiveOf(scope) };
  if (role === 'advertiser') return { ...narrowed, perspective: 'advertiser' };
  const owner = customerKey === null ? undefined : (await figures.network()).customerByKey.get(customerKey);
  if (owner === undefined)
    throw new AppError('invalid', 'Advertisers have no outlets. Print the statement in the role advertiser.');
  const ownScope = { kind: 'owner', customerId: owner.id, customerKey: owner.key } as const;
  return { scope: ownScope, customerKey: null, perspective: 'property' };
}
