import { type RefObject, useEffect, useRef, useState } from 'react';

/** Duration of the reload spinner in milliseconds (docs/specification.md#constants). Reloading makes no request. */
export const RELOAD_MS = 2_000;

export type WidgetState = {
  readonly isClosed: boolean;
  readonly isCollapsed: boolean;
  readonly isFullscreen: boolean;
  readonly isReloading: boolean;
  /** Number of reloads. */
  readonly reloads: number;
  readonly close: () => void;
  readonly toggleCollapse: () => void;
  readonly toggleFullscreen: () => void;
  readonly reload: () => void;
};

export type UseWidgetOptions = {
  isCollapsedAtFirst: boolean;
  onReload: (() => void) | undefined;
  /** The element to close. The focus moves to the next focusable element. */
  place: RefObject<HTMLElement | null>;
};

/**
 * Manages a panel's state: closed, collapsed, fullscreen, reloading (docs/specification.md#states). Clears its timer on
 * unmount.
 */
export function useWidget({ isCollapsedAtFirst, onReload, place }: UseWidgetOptions): WidgetState {
  const [isClosed, setIsClosed] = useState(false);
  const [isCollapsed, setIsCollapsed] = useState(isCollapsedAtFirst);
  const [isFullscreen, setIsFullscreen] = useState(false);
  const [isReloading, setIsReloading] = useState(false);
  const [reloads, setReloads] = useState(0);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    isClosed,
    isCollapsed,
    isFullscreen,
    isReloading,
    reloads,
    close: () => {
      if (place.current) focusAfter(place.current);
      window.clearTimeout(timer.current);
      setIsClosed(true);
    },
    toggleCollapse: () => {
      window.clearTimeout(timer.current);
      setIsReloading(false);
      setIsCollapsed(!isCollapsed);
    },
    toggleFullscreen: () => {
      setIsCollapsed(false);
      setIsFullscreen(!isFullscreen);
    },
    reload: () => {
      window.clearTimeout(timer.current);
      setIsReloading(true);
      timer.current = window.setTimeout(() => {
        setIsReloading(false);
        setReloads((count) => count + 1);
        onReload?.();
      }, RELOAD_MS);
    },
  };
}

const REACHABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Focuses the first visible focusable element after `element`, or the page if there is none. */
function focusAfter(element: HTMLElement): void {
  const page = element.closest('main');
  const next = [...(page?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].find(
    (candidate) =>
      element.compareDocumentPosition(candidate) === Node.DOCUMENT_POSITION_FOLLOWING && candidate.checkVisibility(),
  );
  (next ?? page)?.focus({ preventScroll: true });
}
