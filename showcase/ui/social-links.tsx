import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './social-links.module.css';

export type SocialLinksProps = {
  /** How long ago. */
  age: string;
  isLiked?: boolean;
  /** Opens the field for a comment. */
  onComment: () => void;
};

/** The line under a post of a feed: age, Like, Comment. */
export function SocialLinks({ age, isLiked: isLikedAtFirst = false, onComment }: SocialLinksProps) {
  const [isLiked, setIsLiked] = useState(isLikedAtFirst);
  const Heart = isLiked ? IconHeartFilled : IconHeart;
  return (
    <div className={classes.links}>
      <span>{age}</span>
      <button type="button" aria-pressed={isLiked} onClick={() => setIsLiked(!isLiked)}>
        <Heart size={14} stroke={1.75} aria-hidden="true" /> Like
      </button>
      <button type="button" onClick={onComment}>
        Comment
      </button>
    </div>
  );
}
