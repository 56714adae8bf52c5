import type { RunningState } from '#contract/service.ts';

/** Words for the reason why a flight runs at an outlet or not. */
export const RUNNING_WORDS: Readonly<Record<RunningState, string>> = {
  runs: 'May be shown now',
  not_begun: 'Has not begun',
  paused: 'Is paused',
  day_spent: 'Has spent its day',
  spent: 'Has spent its budget',
  resting: 'Rests now',
  waiting: 'Waits until the owner accepts its pictures',
  refused: 'The owner refused its pictures',
  blocked: 'The owner takes none of its category',
  no_picture: 'Has no picture',
};
