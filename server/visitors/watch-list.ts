import type { Notices } from '../notices/create-notices.ts';
import type { VisitorGate } from './visitor-gate.ts';

const UNREADABLE =
  'The list of erased visitors was made with another SESSION_SECRET: their late events are stored with what names them. ' +
  'Set that secret as SESSION_SECRET_PREVIOUS and start again, or erase these visitors once more.';

/** Returns the log line at the start if the list is unreadable. Shows a notice to administrators for as long. */
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
