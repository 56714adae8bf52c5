import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { EntryLinks } from '../../ui/entry-links.tsx';
import classes from './gallery.module.css';
import type { GalleryImage } from './sample-data/gallery.ts';

/** A drawing with its name; a click on the picture enlarges it. */
export function GalleryCard({ image, onOpen }: { image: GalleryImage; onOpen: () => void }) {
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
