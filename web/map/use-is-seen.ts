import { type RefObject, useEffect, useState } from 'react';

/** Whether the element has been on screen, or within `margin` of the screen. */
export function useIsSeen(place: RefObject<HTMLElement | null>, isAsked: boolean, margin = '0px'): boolean {
  const [isSeen, setIsSeen] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const { current } = place;
    if (!isAsked || isSeen || current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, isAsked, isSeen, margin]);
  return isSeen;
}
