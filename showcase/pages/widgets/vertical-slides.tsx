import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsMotionHeld } from './motion.tsx';
import classes from './vertical-slides.module.css';

/** How long each slide is shown, in milliseconds (docs/specification.md#constants). */
const AUTOPLAY_MS = 3000;

export type VerticalSlidesProps = {
  /** Accessible name, for screen readers. */
  label: string;
  /** The slides' height in pixels. */
  height: number;
  slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** Called with the index of each newly shown slide. The first slide is shown initially, without a call. */
  onShown?: (index: number) => void;
};

/**
 * Slides that move up every three seconds in an endless loop, which pauses while the pointer or the focus is on them.
 */
export function VerticalSlides({ label, height, slides, onShown }: VerticalSlidesProps) {
  const isHeld = useIsMotionHeld();
  const [shown, setShown] = useState(0);
  const [viewport, api] = useEmblaCarousel({ axis: 'y', loop: true, watchDrag: false }, [
    Autoplay({
      delay: AUTOPLAY_MS,
      stopOnInteraction: false,
      stopOnMouseEnter: true,
      stopOnFocusIn: true,
      playOnInit: false,
    }),
  ]);
  useEffect(() => {
    if (!api) return;
    const follow = (): void => {
      setShown(api.selectedScrollSnap());
      onShown?.(api.selectedScrollSnap());
    };
    api.on('select', follow);
    return () => {
      api.off('select', follow);
    };
  }, [api, onShown]);
  useEffect(() => {
    const autoplay = api?.plugins().autoplay;
    if (isHeld) autoplay?.stop();
    else autoplay?.play();
  }, [api, isHeld]);
  return (
    <section className={classes.viewport} ref={viewport} style={{ height }} data-shown={shown} aria-label={label}>
      <div className={classes.track}>
        {slides.map(({ key, content }, index) => (
          <div key={key} className={classes.slide} inert={index !== shown}>
            {content}
          </div>
        ))}
      </div>
    </section>
  );
}
