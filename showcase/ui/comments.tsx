import { TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useState } from 'react';
import classes from './comments.module.css';
import { PersonPicture } from './person-picture.tsx';
import { useSentText } from './use-sent-text.ts';

export type CommentText = { readonly author: string; readonly when: string; readonly text: string };

export type CommentsProps = {
  /** The existing comments. */
  first: readonly CommentText[];
  placeholder?: string;
  /** Ref to the field, for a button that focuses it. */
  fieldRef?: Ref<HTMLInputElement>;
};

/** Comments below a post, and a field that adds a comment on Enter. */
export function Comments({ first, placeholder = 'Write your comment...', fieldRef }: CommentsProps) {
  const [added, setAdded] = useState<readonly CommentText[]>([]);
  const comment = useSentText((text) => setAdded([...added, { author: 'You', when: 'just now', text }]));
  const ref = useMergedRef(comment.field.ref, fieldRef);
  const comments = [...first, ...added];
  return (
    <div className={classes.comments}>
      {comments.length === 0 ? null : (
        <ul aria-label="Comments">
          {comments.map((comment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: comments are only ever added at the end
            <li key={index}>
              <PersonPicture name={comment.author} size={32} />
              <div>
                <p className={classes.head}>
                  <strong>{comment.author}</strong> <span className={classes.when}>{comment.when}</span>
                </p>
                <p className={classes.text}>{comment.text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={comment.onSubmit}>
        <TextInput
          aria-label="Your comment"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={500}
          {...comment.field}
          ref={ref}
        />
      </form>
    </div>
  );
}
