import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Duration of the fade after a route change (docs/specification.md#constants). Users who prefer reduced motion see no
 * fade.
 */
const FADE_MS = 200;

/** Fades in its children whenever `by` changes, without remounting the children. */
export function Fade({ by, className, children }: { by: string; className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(by);
  useEffect(() => {
    if (last.current === by) return;
    last.current = by;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    place.current?.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
  }, [by]);
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
