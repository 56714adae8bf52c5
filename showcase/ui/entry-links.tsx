import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './entry-links.module.css';

type EntryLinksProps = {
  /** When the entry was written or created. */
  when: string;
  isLiked?: boolean;
  /** The buttons after Like. */
  children: ReactNode;
};

/** The line below a post or picture: time, Like, and further actions. */
export function EntryLinks({ when, isLiked: isLikedAtFirst = false, children }: EntryLinksProps) {
  const [isLiked, setIsLiked] = useState(isLikedAtFirst);
  const Heart = isLiked ? IconHeartFilled : IconHeart;
  return (
    <div className={classes.links}>
      <span>{when}</span>
      <button type="button" aria-pressed={isLiked} onClick={() => setIsLiked(!isLiked)}>
        <Heart size={14} stroke={1.75} aria-hidden="true" /> Like
      </button>
      {children}
    </div>
  );
}
