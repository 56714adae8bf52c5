import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Comments, type CommentText } from './comments.tsx';
import { EntryLinks } from './entry-links.tsx';
import { PersonPicture } from './person-picture.tsx';
import classes from './post-foot.module.css';

export type PostFootProps = {
  /** How long ago the post was written. */
  age: string;
  isLiked?: boolean;
  likers?: readonly string[] | undefined;
  /** The existing comments. If there are none, the Comment button opens the field. */
  comments?: readonly CommentText[] | undefined;
};

/** A post's footer: age, Like, Comment, who liked it, and the comments. */
export function PostFoot({ age, isLiked = false, likers = [], comments }: PostFootProps) {
  const [isWriting, setIsWriting] = useState(comments !== undefined);
  const field = useRef<HTMLInputElement>(null);
  const comment = (): void => {
    flushSync(() => setIsWriting(true));
    field.current?.focus();
  };
  return (
    <>
      <div className={classes.foot}>
        <EntryLinks when={age} isLiked={isLiked}>
          <button type="button" onClick={comment}>
            Comment
          </button>
        </EntryLinks>
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
