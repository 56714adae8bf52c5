import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './entry-links.module.css';

type EntryLinksProps = {
  /** When it was written or made. */
  when: string;
  isLiked?: boolean;
  /** The buttons after Like. */
  children: ReactNode;
};

/** The quiet line under a post or a picture: when, Like, and what else can be done. */
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
