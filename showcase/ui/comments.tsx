import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './comments.module.css';
import { PersonPicture } from './person-picture.tsx';

export type CommentText = { readonly author: string; readonly when: string; readonly text: string };

export type CommentsProps = {
  /** Those that are there already. */
  first: readonly CommentText[];
  placeholder?: string;
};

/** Comments under a post, and a field that adds one with Enter. */
export function Comments({ first, placeholder = 'Write your comment...' }: CommentsProps) {
  const [added, setAdded] = useState<readonly CommentText[]>([]);
  const [text, setText] = useState('');
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          setAdded([...added, { author: 'You', when: 'just now', text: text.trim() }]);
          setText('');
        }}
      >
        <TextInput
          aria-label="Your comment"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </div>
  );
}
