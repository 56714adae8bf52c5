import { IconHelp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCode } from '../lib/use-code.ts';
import classes from './stat-row.module.css';

const tooltip = () => import('./hint-tooltip.tsx');

/** A question mark that explains `label`: on hover, on focus and on touch. What places the text is loaded at first use. */
export function Hint({ label, text }: { label: string; text: string }) {
  const mark = useRef<HTMLButtonElement>(null);
  const [isReached, setIsReached] = useState(false);
  const [wasReached, setWasReached] = useState(false);
  const { code, hasFailed, retry } = useCode(tooltip, wasReached);
  const reach = (): void => {
    setIsReached(true);
    setWasReached(true);
    if (hasFailed) retry();
  };
  const leave = (): void => setIsReached(false);
  return (
    <>
      <button
        ref={mark}
        type="button"
        className={classes.hint}
        aria-label={`${label}: ${text}`}
        onPointerEnter={reach}
        onPointerLeave={leave}
        onFocus={reach}
        onBlur={leave}
        onClick={reach}
        onKeyDown={({ key }) => (key === 'Escape' ? leave() : undefined)}
      >
        <IconHelp size={14} stroke={1.75} aria-hidden="true" />
      </button>
      {wasReached && code ? <code.HintTooltip text={text} mark={mark} isOpen={isReached} /> : null}
    </>
  );
}
