import { type ReactNode, useEffect, useRef } from 'react';

/** Route changes fade over 200 ms (docs/specification.md#constants), unless the user prefers reduced motion. */
const FADE_MS = 200;

/** Fades its content in whenever `by` changes, without remounting it. */
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
