import { IconHelp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './stat-row.module.css';
import { useHint } from './use-hint.tsx';

/**
 * Explains `label` on hover, focus or touch. Without children it is a question mark. With children, which are then the
 * label itself, it is as large as they are.
 */
export function Hint({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  const { mark, words } = useHint(text);
  return (
    <>
      <button
        {...mark}
        type="button"
        className={children === undefined ? classes.hint : classes.hinted}
        aria-label={`${label}: ${text}`}
        onClick={mark.onFocus}
      >
        {children ?? <IconHelp size={14} stroke={1.75} aria-hidden="true" />}
      </button>
      {words}
    </>
  );
}
