import type { Notices } from '../notices/create-notices.ts';
import type { VisitorGate } from './visitor-gate.ts';

const UNREADABLE =
  'The list of erased visitors was created with a different SESSION_SECRET, so late events of these visitors are stored with identifiers. ' +
  'Set SESSION_SECRET_PREVIOUS to that secret and start again, or erase these visitors again.';

/**
 * Returns a log line for startup if the list is unreadable, otherwise null. Shows a notice to administrators as long as
 * the list is unreadable.
 */
export async function lookAtVisitorList(
  gate: Pick<VisitorGate, 'keepReadable'>,
  notices: Pick<Notices, 'raise' | 'end'>,
): Promise<string | null> {
  if (await gate.keepReadable()) {
    await notices.end('visitors');
    return null;
  }
  await notices.raise('visitors', UNREADABLE);
  return UNREADABLE;
}
