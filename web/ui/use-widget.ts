import { type RefObject, useEffect, useRef, useState } from 'react';

/** The spinner of a reload stays this long (docs/specification.md#constants); no request is made. */
export const RELOAD_MS = 2_000;

export type WidgetState = {
  readonly isClosed: boolean;
  readonly isCollapsed: boolean;
  readonly isFullscreen: boolean;
  readonly isReloading: boolean;
  /** How often it was reloaded. */
  readonly reloads: number;
  readonly close: () => void;
  readonly toggleCollapse: () => void;
  readonly toggleFullscreen: () => void;
  readonly reload: () => void;
};

export type UseWidgetOptions = {
  isCollapsedAtFirst: boolean;
  onReload: (() => void) | undefined;
  /** What is closed; the focus goes to whatever follows it. */
  place: RefObject<HTMLElement | null>;
};

/** What a panel can be: closed, collapsed, fullscreen, reloading (docs/specification.md#states). Its timer ends with it. */
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

/** Gives the focus to the first reachable element behind `element`, or to the page. */
function focusAfter(element: HTMLElement): void {
  const page = element.closest('main');
  const next = [...(page?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].find(
    (candidate) =>
      element.compareDocumentPosition(candidate) === Node.DOCUMENT_POSITION_FOLLOWING && candidate.checkVisibility(),
  );
  (next ?? page)?.focus({ preventScroll: true });
}
