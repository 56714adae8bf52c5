import { Carousel } from '../../../web/ui/carousel.tsx';
import { DrawnScene } from '../drawn-scene.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './carousel-page.module.css';
import { MoreCarousels } from './more-carousels.tsx';

/** Duration of each picture in milliseconds (docs/sample-pages.md#ui-pages). */
const AUTOPLAY_MS = 5_000;

const SLIDES = (['pier', 'street', 'hills'] as const).map((kind, position) => ({
  key: kind,
  label: `Slide ${position + 1}`,
  content: (
    <figure className={classes.figure}>
      <DrawnScene kind={kind} />
      <figcaption className={classes.caption}>Slide {position + 1}</figcaption>
    </figure>
  ),
}));

/** A carousel of three pictures, and more examples. */
export function CarouselPage() {
  return (
    <ShowcasePage
      title="Carousel"
      isTitleHidden
      lead="Pictures in a row, one at a time. They go on by themselves until the pointer or the focus rests on them."
    >
      <Carousel label="Drawn places" slides={SLIDES} autoplayMs={AUTOPLAY_MS} loop hasDots />
      <MoreCarousels />
    </ShowcasePage>
  );
}
