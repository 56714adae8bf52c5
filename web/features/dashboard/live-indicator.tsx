import { liveIndicatorStrings as strings } from './dashboard-strings.ts';
import classes from './live-indicator.module.css';
import type { LiveState } from './use-live-changes.ts';

const WORDS: Record<LiveState, string> = {
  connecting: strings.connecting,
  live: strings.live,
  lost: strings.reconnecting,
};

/** Shows whether the figures on screen are live. */
export function LiveIndicator({ state }: { state: LiveState }) {
  return (
    <span className={classes.live} data-state={state} role="status">
      <span className={classes.dot} aria-hidden="true" />
      {WORDS[state]}
    </span>
  );
}
