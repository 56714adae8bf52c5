import { HOUR_MS } from '#domain/durations.ts';
import { isOverVisitorPace } from '#domain/judging-rules.ts';

type VisitorPace = {
  /** Whether one more view at the instant makes more than `most` of an hour is asked from now on; `except`: its id. */
  begin(atMs: number, most: number, except: number): void;
  /** One that counts, less than an hour before or after it; false when no further one can change the answer. */
  take(oneMs: number, id: number): boolean;
  isOver(): boolean;
};

/**
 * The rule of `isOverVisitorPace` for views that come one by one. Nearly all visitors have too few for a closer look, and whoever has very
 * many is known after the first ones: as many in the hour before, in the hour after, or within half an hour of the instant.
 * So a visitor with thousands costs no more than one with as many as may count, and nothing is made for either.
 */
export function createVisitorPace(): VisitorPace {
  const times: number[] = [];
  let [count, before, after, around, atMs, most, except] = [0, 0, 0, 0, 0, 0, 0];
  const isCertain = () => before >= most || after >= most || around >= most;
  return {
    begin: (instantMs, limit, id) => {
      [count, before, after, around] = [0, 0, 0, 0];
      atMs = instantMs;
      most = limit;
      except = id;
    },
    take: (oneMs, id) => {
      if (id === except) return true;
      times[count] = oneMs;
      count += 1;
      if (oneMs <= atMs) before += 1;
      if (oneMs >= atMs) after += 1;
      if (Math.abs(oneMs - atMs) < HOUR_MS / 2) around += 1;
      return !isCertain();
    },
    isOver: () => count >= most && (isCertain() || isOverVisitorPace(times.slice(0, count), atMs, most)),
  };
}
