import { move } from '@dnd-kit/helpers';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { CloseButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import classes from './list-groups-page.module.css';

type Star = { id: string; text: string };

/** Unsorted, so that the reader has something to sort. */
const STARS: readonly Star[] = [
  { id: '03', text: 'Barnard’s Star' },
  { id: '01', text: 'The Sun' },
  { id: '04', text: 'Wolf 359' },
  { id: '02', text: 'Alpha Centauri' },
  { id: '05', text: 'Lalande 21185' },
];

/** A list sorted by dragging a grip, or with Space and the arrow keys. */
export function SortableStars() {
  const [stars, setStars] = useState<Star[]>([...STARS]);
  const { place, change } = useKeptFocus<HTMLUListElement>();
  return (
    <>
      <h3 className={classes.heading}>
        Closest <strong>Stars</strong>
      </h3>
      <p className={classes.hint}>
        Drag a grip to sort the list. With the keyboard press Space on a grip, move with the arrow keys, and press Space
        again.
      </p>
      <DragDropProvider
        onDragEnd={(event) => {
          if (!event.canceled) setStars((present) => move(present, event));
        }}
      >
        <ul className={classes.list} aria-label="Closest stars" {...place}>
          {stars.map((star, index) => (
            <StarRow
              key={star.id}
              star={star}
              index={index}
              onRemove={() => change(() => setStars(stars.filter(({ id }) => id !== star.id)))}
            />
          ))}
        </ul>
      </DragDropProvider>
      {stars.length === 0 ? <p className={classes.hint}>No star is left.</p> : null}
    </>
  );
}

function StarRow({ star, index, onRemove }: { star: Star; index: number; onRemove: () => void }) {
  const { ref, handleRef, isDragSource } = useSortable({ id: star.id, index });
  return (
    <li ref={ref} className={classes.row} data-dragged={isDragSource}>
      <button type="button" ref={handleRef} className={classes.grip} aria-label={`Move ${star.text}`}>
        <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <span className={classes.number}>{star.id}</span>
      <span className={classes.title}>{star.text}</span>
      <CloseButton size={36} iconSize={16} aria-label={`Remove ${star.text}`} onClick={onRemove} />
    </li>
  );
}
