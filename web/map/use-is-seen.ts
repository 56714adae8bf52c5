import { type RefObject, useEffect, useState } from 'react';

/** Whether the place has been on the screen. */
export function useIsSeen(place: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!isAsked || isSeen || current === null || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, isAsked, isSeen]);
  return isSeen;
}
