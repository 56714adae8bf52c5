import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wholeScope } from '../../figures/figures.ts';
import { atHand } from '../../lib/at-hand.ts';

/**
 * Returns whether a scope has an event that counts. The first screen polls this in the background, so a positive result
 * is cached permanently. If the events store does not answer in a moment, the result is that nothing waits for the
 * first event.
 */
export function createFirstEvent({ figures }: Pick<Dependencies, 'figures'>): (scope: Scope) => Promise<boolean> {
  const found = new Set<string>();
  return async (scope) => {
    const name = scope.kind === 'all' ? 'all' : `${scope.kind}/${scope.customerId}`;
    if (found.has(name)) return true;
    const answer = await atHand(async () => ({ firstMs: await figures.firstEventAt(wholeScope(scope)) }));
    if (answer !== null && answer.firstMs !== null) found.add(name);
    return answer === null || answer.firstMs !== null;
  };
}
