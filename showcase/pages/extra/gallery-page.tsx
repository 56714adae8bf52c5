import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { EntryLinks } from '../../ui/entry-links.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './gallery.module.css';
import { type GalleryGroup, type GalleryImage, IMAGES } from './sample-data/gallery.ts';

/** A drawing with its name. A click on the drawing enlarges it. */
function GalleryCard({ image, onOpen }: { image: GalleryImage; onOpen: () => void }) {
  const { name, src, date, groups } = image;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <article className={classes.card} aria-label={name}>
      <button type="button" className={classes.picture} onClick={onOpen}>
        <img src={src} alt={`Open ${name}`} width={640} height={440} loading="lazy" />
      </button>
      <div className={classes.text}>
        <h2 className={classes.name}>{name}</h2>
        <EntryLinks when={date} isLiked={image.like === true}>
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" /> Details
          </button>
        </EntryLinks>
        {isOpen ? <p className={classes.details}>Drawn for Voltboard, 640 × 440, group {groups.join(', ')}.</p> : null}
      </div>
    </article>
  );
}

export type GalleryFilter = 'all' | GalleryGroup;
type GalleryOrder = 'asc' | 'desc';

/** Returns a group's images, sorted by name. The filter does not affect the order. */
export function shownImages(
  images: readonly GalleryImage[],
  filter: GalleryFilter,
  order: GalleryOrder,
): GalleryImage[] {
  const sign = order === 'asc' ? 1 : -1;
  return images
    .filter(({ groups }) => filter === 'all' || groups.includes(filter))
    .sort((one, other) => sign * one.name.toLowerCase().localeCompare(other.name.toLowerCase(), 'en'));
}

const GalleryLightbox = lazy(() =>
  import('./gallery-lightbox.tsx').then(({ GalleryLightbox: component }) => ({ default: component })),
);

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'nature', label: 'Nature' },
  { value: 'people', label: 'People' },
  { value: 'space', label: 'Space' },
] as const satisfies readonly { value: GalleryFilter; label: string }[];

const ORDERS = [
  { value: 'asc', label: 'Name ascending' },
  { value: 'desc', label: 'Name descending' },
] as const satisfies readonly { value: GalleryOrder; label: string }[];

/** Twelve drawings, filtered by group and sorted by name, with a lightbox. */
export function GalleryPage() {
  const [filter, setFilter] = useState<GalleryFilter>('all');
  const [order, setOrder] = useState<GalleryOrder>('asc');
  const [opened, setOpened] = useState<number | null>(null);
  const images = shownImages(IMAGES, filter, order);
  return (
    <ShowcasePage title="Media - **Images**">
      <div className={classes.controls}>
        <Choices label="Groups" choices={FILTERS} chosen={filter} onChoose={setFilter} />
        <Choices label="Order" choices={ORDERS} chosen={order} onChoose={setOrder} />
      </div>
      <ul className={classes.grid} aria-label="Images">
        {images.map((image, index) => (
          <li key={image.name}>
            <GalleryCard image={image} onOpen={() => setOpened(index)} />
          </li>
        ))}
      </ul>
      {opened === null ? null : (
        <Suspense>
          <GalleryLightbox images={images} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </ShowcasePage>
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

function Choices<Value extends string>({ label, choices, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className={classes.choices} aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === chosen}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
