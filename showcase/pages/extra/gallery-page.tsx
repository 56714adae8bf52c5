import { lazy, Suspense, useState } from 'react';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './gallery.module.css';
import { GalleryCard } from './gallery-card.tsx';
import { type GalleryFilter, type GalleryOrder, shownImages } from './gallery-order.ts';
import { IMAGES } from './sample-data/gallery.ts';

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

/** Twelve drawings by group and name, with a lightbox. */
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
