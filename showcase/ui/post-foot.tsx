import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Comments, type CommentText } from './comments.tsx';
import { PersonPicture } from './person-picture.tsx';
import classes from './post-foot.module.css';

export type PostFootProps = {
  /** How long ago. */
  age: string;
  isLiked?: boolean;
  likers?: readonly string[] | undefined;
  /** Those that are there already; without any the field opens with Comment. */
  comments?: readonly CommentText[] | undefined;
};

/** What stands under a post of a feed: age, Like, Comment, who liked it, and the comments. */
export function PostFoot({ age, isLiked: isLikedAtFirst = false, likers = [], comments }: PostFootProps) {
  const [isLiked, setIsLiked] = useState(isLikedAtFirst);
  const [isWriting, setIsWriting] = useState(comments !== undefined);
  const field = useRef<HTMLInputElement>(null);
  const Heart = isLiked ? IconHeartFilled : IconHeart;
  const comment = (): void => {
    flushSync(() => setIsWriting(true));
    field.current?.focus();
  };
  return (
    <>
      <div className={classes.foot}>
        <div className={classes.links}>
          <span>{age}</span>
          <button type="button" aria-pressed={isLiked} onClick={() => setIsLiked(!isLiked)}>
            <Heart size={14} stroke={1.75} aria-hidden="true" /> Like
          </button>
          <button type="button" onClick={comment}>
            Comment
          </button>
        </div>
        {likers.length === 0 ? null : (
          <span className={classes.likers} role="img" aria-label={`Liked by ${likers.join(', ')}`}>
            {likers.map((name) => (
              <PersonPicture key={name} name={name} size={24} />
            ))}
          </span>
        )}
      </div>
      {isWriting ? <Comments first={comments ?? []} fieldRef={field} /> : null}
    </>
  );
}
