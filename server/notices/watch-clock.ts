import { SECOND_MS } from '#domain/durations.ts';
import type { StoreClock } from '../lib/store-clock.ts';
import type { Notices } from './create-notices.ts';

type Needs = {
  readonly clock: StoreClock;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  /** The machine's name, so that administrators know which clock to fix. */
  readonly host: string;
  readonly warn: (line: string) => void;
};

/**
 * Creates a watch that compares the process's clock with the store's. Notifies administrators and logs a line when the
 * clock becomes wrong, and when it is right again.
 */
export function createClockWatch({ clock, notices, host, warn }: Needs) {
  let wasWrong: boolean | null = null;
  return {
    look: async (): Promise<void> => {
      await clock.look();
      const isWrong = clock.isWrong();
      const line = isWrong ? wrongLine(host, clock) : `The clock of ${host} is correct again.`;
      if (isWrong) await notices.raise('clock', line);
      // Also end the notice at startup, because an earlier process may have raised it. If another process's clock is
      // wrong, that process raises the notice again within a minute.
      else if (wasWrong !== false) await notices.end('clock');
      if (isWrong !== (wasWrong ?? false)) warn(line);
      wasWrong = isWrong;
    },
  };
}

function wrongLine(host: string, clock: StoreClock): string {
  const [jumpMs, skewMs] = [clock.jumpMs(), clock.skewMs()];
  if (jumpMs !== 0)
    return (
      `The clock of ${host} was set ${jumpMs > 0 ? 'ahead' : 'back'} by ${secondsOf(jumpMs)} s. Unless it is corrected, this ` +
      'process accepts the new time in one minute. Until then, it is not ready and keeps its earlier time.'
    );
  return (
    `The clock of ${host} is ${secondsOf(skewMs)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's clock. ` +
    'Synchronize it with NTP. Until then, this process is not ready and uses the time of the database.'
  );
}

const secondsOf = (ms: number): number => Math.round(Math.abs(ms) / SECOND_MS);
