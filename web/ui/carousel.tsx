import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import classes from './carousel.module.css';
import { carouselStrings as strings } from './ui-strings.ts';

export type CarouselSlide = { readonly key: string; readonly label: string; readonly content: ReactNode };

export type CarouselProps = {
  /** Name of the content, for screen readers. */
  label: string;
  slides: readonly CarouselSlide[];
  /**
   * Shows several slides at once instead of one: 4, or 3 below 992 px, 2 below 575 px, 1 below 360 px
   * (docs/specification.md#constants).
   */
  several?: boolean;
  isVertical?: boolean;
  /**
   * Advances automatically after this many milliseconds, unless the carousel is hovered, focused or paused, or the user
   * prefers reduced motion.
   */
  autoplayMs?: number;
  /** Wraps from the last slide to the first; `narrow` does so only below 575 px. */
  loop?: boolean | 'narrow';
  hasArrows?: boolean;
  hasDots?: boolean;
  className?: string;
};

/**
 * Duration of a slide change in Embla's own unit, not in milliseconds. At 25, a change takes the specification's 500
 * ms.
 */
const DURATION = 25;

const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A carousel of slides, controlled by arrows, dots, keys, mouse and touch. The timer stops when the carousel unmounts.
 */
export function Carousel({
  label,
  slides,
  several = false,
  isVertical = false,
  autoplayMs,
  loop = false,
  hasArrows = true,
  hasDots = false,
  className,
}: CarouselProps) {
  const [isStill] = useState(prefersStill);
  const [viewport, embla] = useEmblaCarousel(optionsOf({ isVertical, loop, isStill }));
  const { selected, seen, canGoBack, canGoOn } = useEmblaState(embla);
  const [isPaused, setIsPaused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const moves = autoplayMs !== undefined && !isStill;
  useAutoplay(embla, moves && !isPaused && !isHeld ? autoplayMs : undefined, selected);
  const [before, after] = isVertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="menu"]')) return;
    if (event.key === before) embla?.scrollPrev(isStill);
    else if (event.key === after) embla?.scrollNext(isStill);
    else return;
    event.preventDefault();
  };
  const look = [classes.carousel, several && classes.several, isVertical && classes.vertical, className];

  return (
    <section
      className={look.filter(Boolean).join(' ')}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={({ target }) => setIsHeld(target.matches(':focus-visible'))}
      onBlur={() => setIsHeld(false)}
    >
      <div className={classes.viewport} ref={viewport}>
        <div className={classes.track}>
          {slides.map((slide, position) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
            <div
              key={slide.key}
              className={classes.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={interpolate(strings.position, {
                position: position + 1,
                slides: slides.length,
                label: slide.label,
              })}
              inert={embla !== undefined && !seen.has(position)}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {hasArrows ? (
        <>
          <Arrow side="back" isAble={canGoBack} onClick={() => embla?.scrollPrev(isStill)} />
          <Arrow side="on" isAble={canGoOn} onClick={() => embla?.scrollNext(isStill)} />
        </>
      ) : null}
      {hasDots || moves ? (
        <div className={classes.foot}>
          {hasDots
            ? slides.map((slide, position) => (
                <button
                  key={slide.key}
                  type="button"
                  className={classes.dot}
                  aria-label={interpolate(strings.show, { label: slide.label })}
                  aria-current={position === selected}
                  onClick={() => embla?.scrollTo(position, isStill)}
                />
              ))
            : null}
          {moves ? <PlayButton isPaused={isPaused} onToggle={() => setIsPaused(!isPaused)} /> : null}
        </div>
      ) : null}
    </section>
  );
}

const optionsOf = ({
  isVertical,
  loop,
  isStill,
}: {
  isVertical: boolean;
  loop: boolean | 'narrow';
  isStill: boolean;
}): EmblaOptionsType => ({
  axis: isVertical ? 'y' : 'x',
  align: 'start',
  containScroll: 'trimSnaps',
  slidesToScroll: 1,
  inViewThreshold: 0.5,
  duration: isStill ? 0 : DURATION,
  loop: loop === true,
  watchDrag: !isVertical,
  ...(loop === 'narrow' ? { breakpoints: { '(max-width: 574.98px)': { loop: true } } } : {}),
});

type EmblaState = {
  selected: number;
  seen: ReadonlySet<number>;
  canGoBack: boolean;
  canGoOn: boolean;
};

/** Subscribes to the parts of Embla's state that the carousel draws. */
function useEmblaState(embla: EmblaCarouselType | undefined): EmblaState {
  const [state, setState] = useState<EmblaState>({
    selected: 0,
    seen: new Set([0]),
    canGoBack: false,
    canGoOn: true,
  });
  useEffect(() => {
    if (embla === undefined) return;
    const read = (): void =>
      setState({
        selected: embla.selectedScrollSnap(),
        seen: new Set([embla.selectedScrollSnap(), ...embla.slidesInView()]),
        canGoBack: embla.canScrollPrev(),
        canGoOn: embla.canScrollNext(),
      });
    read();
    for (const event of ['select', 'reInit', 'slidesInView'] as const) embla.on(event, read);
    return () => {
      for (const event of ['select', 'reInit', 'slidesInView'] as const) embla.off(event, read);
    };
  }, [embla]);
  return state;
}

/** An arrow button. Dimmed at either end, where there are no more slides. */
function Arrow({ side, isAble, onClick }: { side: 'back' | 'on'; isAble: boolean; onClick: () => void }) {
  const Icon = side === 'back' ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={`${classes.arrow} ${classes[side]}`}
      aria-label={side === 'back' ? strings.previousSlide : strings.nextSlide}
      aria-disabled={!isAble}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/**
 * Shows the next slide after `everyMs`; each slide change restarts the timer. After the last slide, returns to the
 * first.
 */
function useAutoplay(embla: EmblaCarouselType | undefined, everyMs: number | undefined, selected: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen slide stays for the whole time
  useEffect(() => {
    if (embla === undefined || everyMs === undefined) return;
    const timer = window.setTimeout(() => {
      if (embla.canScrollNext()) embla.scrollNext();
      else embla.scrollTo(0);
    }, everyMs);
    return () => window.clearTimeout(timer);
  }, [embla, everyMs, selected]);
}

/** A button that pauses automatic motion (WCAG 2.2.2). */
function PlayButton({ isPaused, onToggle }: { isPaused: boolean; onToggle: () => void }) {
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={isPaused ? strings.play : strings.pause}
      onClick={onToggle}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
