import { rotatePlayKey, VERIFIED_DAYS } from '../plays/play-keys.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';

export async function rotatePlays(context: AdminContext): Promise<void> {
  await rotatePlayKey({ ...context, author: COMMAND_LINE });
  context.print(`A new key signs plays from now on. Those of the old one hold for ${VERIFIED_DAYS} days.`);
}
