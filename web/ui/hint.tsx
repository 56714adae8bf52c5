import { IconHelp } from '@tabler/icons-react';
import classes from './stat-row.module.css';
import { useHint } from './use-hint.tsx';

/** A question mark that explains `label` on hover, focus or touch. */
export function Hint({ label, text }: { label: string; text: string }) {
  const { mark, words } = useHint(text);
  return (
    <>
      <button {...mark} type="button" className={classes.hint} aria-label={`${label}: ${text}`} onClick={mark.onFocus}>
        <IconHelp size={14} stroke={1.75} aria-hidden="true" />
      </button>
      {words}
    </>
  );
}
