import { HOUR_MS } from '#domain/durations.ts';
import { isOverVisitorPace, type ShownAt } from '#domain/judging-rules.ts';

type VisitorPace = {
  /** Starts a check: does the view exceed `mostSeconds` within an hour? `except` is the view's own id. */
  begin(view: ShownAt, mostSeconds: number, except: number): void;
  /**
   * Adds a counted view less than an hour before or after it. Returns false once no further view can change the result.
   */
  take(oneMs: number, id: number, seconds: number): boolean;
  isOver(): boolean;
};

/**
 * Applies `isOverVisitorPace` to views that come one after another. Nearly all visitors have too few seconds for a
 * closer check. A visitor with very many is decided early. Enough seconds in the hour before, in the hour after, or
 * within half an hour of the view decide it. So a visitor with thousands of views costs no more than one at the limit.
 */
export function createVisitorRate(): VisitorPace {
  const shown: ShownAt[] = [];
  let [all, before, after, around, most, except] = [0, 0, 0, 0, 0, 0];
  let view: ShownAt = { atMs: 0, seconds: 0 };
  const isCertain = () => Math.max(before, after, around) > most;
  return {
    begin: (asked, limit, id) => {
      view = asked;
      most = limit;
      except = id;
      shown.length = 0;
      [all, before, after, around] = [asked.seconds, asked.seconds, asked.seconds, asked.seconds];
    },
    take: (atMs, id, seconds) => {
      if (id === except) return true;
      shown.push({ atMs, seconds });
      all += seconds;
      if (atMs <= view.atMs) before += seconds;
      if (atMs >= view.atMs) after += seconds;
      if (Math.abs(atMs - view.atMs) < HOUR_MS / 2) around += seconds;
      return !isCertain();
    },
    isOver: () => all > most && (isCertain() || isOverVisitorPace(shown, view, most)),
  };
}
