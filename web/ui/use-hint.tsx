import type { FloatingPosition } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useLazyModule } from '../lib/use-lazy-module.ts';

const tooltip = () => import('./hint-tooltip.tsx');

type Hinted = {
  /** Props for the button that has the hint. */
  readonly mark: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** The tooltip. Render it beside the button. */
  readonly words: ReactNode;
};

/** Provides a tooltip for a button that is hovered or focused. The positioning code is loaded on first use. */
export function useHint(text: string, position?: FloatingPosition): Hinted {
  const ref = useRef<HTMLButtonElement>(null);
  const [isReached, setIsReached] = useState(false);
  const [wasReached, setWasReached] = useState(false);
  const { code, hasFailed, retry } = useLazyModule(tooltip, wasReached);
  const reach = (): void => {
    setIsReached(true);
    setWasReached(true);
    if (hasFailed) retry();
  };
  const leave = (): void => setIsReached(false);
  // Closes only the hint; a second Escape closes the surrounding overlay.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isReached || code === null) return;
    event.preventDefault();
    leave();
  };
  const placed = position === undefined ? {} : { position };
  return {
    mark: { ref, onPointerEnter: reach, onPointerLeave: leave, onFocus: reach, onBlur: leave, onKeyDown },
    words: wasReached && code ? <code.HintTooltip text={text} mark={ref} isOpen={isReached} {...placed} /> : null,
  };
}
