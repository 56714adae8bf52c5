import { Carousel } from '../../../web/ui/carousel.tsx';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { DrawnScene, type SceneKind } from '../drawn-scene.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './carousel-page.module.css';

const PLACES: readonly { scene: SceneKind; name: string; text: string }[] = [
  { scene: 'pier', name: 'Pier 4', text: 'Twelve outlets, one for each bench.' },
  { scene: 'street', name: 'Old town', text: 'Under the arcades, open all night.' },
  { scene: 'hills', name: 'Hill station', text: 'Where the bus waits for an hour.' },
  { scene: 'dunes', name: 'The dunes', text: 'Behind the kiosk, out of the wind.' },
  { scene: 'forest', name: 'Forest lodge', text: 'Headlamps charge until the morning.' },
  { scene: 'night', name: 'Mountain hut', text: 'Twenty places, no other light.' },
];

const VOICES = [
  {
    key: 'hotel',
    text: 'Our lobby used to be where phones died. Now guests wait there gladly.',
    who: 'A hotel manager',
  },
  { key: 'library', text: 'Nobody asks for the socket behind the shelf any more.', who: 'A librarian' },
  { key: 'gym', text: 'Members stay ten minutes longer, and so does the coffee machine.', who: 'The owner of a gym' },
] as const;

const CODE = `<Carousel
  label="Places"
  slides={slides}
  several        // 4 at a time, fewer on narrow screens
  loop="narrow"  // round and round on a phone only
  autoplayMs={5000}
  hasDots
/>`;

/** Carousels with several slides, with text, vertical, and their code. */
function MoreCarousels() {
  return (
    <Columns>
      <Column>
        <Widget title="Several at a **Time**" close collapse>
          <p className={classes.text}>Four, three on a tablet, two or one on a phone; a swipe or the arrows go on.</p>
          <Carousel
            label="Six places"
            several
            loop="narrow"
            slides={PLACES.map(({ scene, name, text }) => ({
              key: name,
              label: name,
              content: (
                <div className={classes.place}>
                  <div className={classes.picture}>
                    <DrawnScene kind={scene} />
                  </div>
                  <strong>{name}</strong>
                  <span>{text}</span>
                </div>
              ),
            }))}
          />
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="Words and **Dots**" close collapse>
          <Carousel
            label="What hosts say"
            hasArrows={false}
            hasDots
            loop
            slides={VOICES.map(({ key, text, who }) => ({
              key,
              label: who,
              content: (
                <figure className={classes.voice}>
                  <blockquote>{text}</blockquote>
                  <figcaption>{who}</figcaption>
                </figure>
              ),
            }))}
          />
        </Widget>
      </Column>
      <Column lg={6}>
        <Widget title="How it is **Written**" close collapse>
          <CodeBlock language="tsx" label="Code of a carousel" code={CODE} />
        </Widget>
      </Column>
    </Columns>
  );
}

/** How long each picture is shown, in milliseconds (docs/sample-pages.md#ui-pages). */
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
      lead="Pictures in a row, one at a time. They go on by themselves until the pointer or the focus rests on them."
    >
      <Carousel label="Drawn places" slides={SLIDES} autoplayMs={AUTOPLAY_MS} loop hasDots />
      <MoreCarousels />
    </ShowcasePage>
  );
}
