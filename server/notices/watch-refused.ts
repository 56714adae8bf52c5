import { findSetAside } from '../databases/events/refused-events.ts';
import type { Notices } from './create-notices.ts';

/** Tells administrators of events that were taken and that the store refused afterwards, for as long as their file is there. */
export function createRefusedWatch(dataDir: string, notices: Pick<Notices, 'raise' | 'end'>) {
  let isTold: boolean | null = null;
  return {
    look: async (): Promise<void> => {
      const found = await findSetAside(dataDir);
      if (found === null && isTold !== false) await notices.end('refused');
      if (found !== null) await notices.raise('refused', refusedLine(found));
      isTold = found !== null;
    },
  };
}

const refusedLine = ({ path, rows }: { readonly path: string; readonly rows: number }): string =>
  `Events that outlets were told are stored are in no figure, because the events store refused them: ${rows}, ` +
  `kept in ${path}. The log says why. Have it looked into, then move the file away.`;
