import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconCamera, IconMapPin } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Comments } from '../../ui/comments.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { SocialLinks } from '../../ui/social-links.tsx';
import classes from './profile.module.css';
import { ACTIVITIES, type Activity, PERSON } from './profile-sample-data.ts';

/** Posts with their comments, and a form for a new one. */
export function Activities() {
  const [activities, setActivities] = useState(ACTIVITIES);
  return (
    <Widget title="**Activities**">
      <div className={classes.activities}>
        {activities.map((activity) => (
          <Entry key={activity.id} activity={activity} />
        ))}
        <NewPost
          onPost={(text) =>
            setActivities([
              ...activities,
              {
                id: activities.length + 1,
                author: PERSON.name,
                handle: '@esme',
                when: 'just now',
                text,
                isLiked: false,
              },
            ])
          }
        />
      </div>
    </Widget>
  );
}

function Entry({ activity }: { activity: Activity }) {
  const { author, handle, when, text, isLiked, likers = [], comments } = activity;
  const [isWriting, setIsWriting] = useState(comments !== undefined);
  return (
    <article className={classes.entry} aria-label={author === undefined ? 'Post' : `Post of ${author}, ${when}`}>
      {author === undefined ? null : (
        <header className={classes.entryHead}>
          <PersonPicture name={author} />
          <div>
            <p className={classes.line}>
              <strong>{author}</strong> <span className={classes.caption}>{handle}</span>
            </p>
            <p className={`${classes.line} ${classes.caption}`}>{when}</p>
          </div>
        </header>
      )}
      <p className={classes.text}>{text}</p>
      <div className={classes.links}>
        <SocialLinks age="1 hour" isLiked={isLiked} onComment={() => setIsWriting(true)} />
        {likers.length === 0 ? null : (
          <span className={classes.likers} role="img" aria-label={`Liked by ${likers.join(', ')}`}>
            {likers.map((name) => (
              <PersonPicture key={name} name={name} size={24} />
            ))}
          </span>
        )}
      </div>
      {isWriting ? <Comments first={comments ?? []} /> : null}
    </article>
  );
}

function NewPost({ onPost }: { onPost: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onPost(text.trim());
    setText('');
  };
  const add = (words: string): void => setText(text === '' ? words : `${text.trimEnd()} ${words}`);
  return (
    <form className={classes.newPost} onSubmit={submit}>
      <Textarea
        aria-label="New post"
        placeholder="Post something..."
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.newPostActions}>
        <ActionIcon variant="default" aria-label="Add a picture" onClick={() => add('[picture]')}>
          <IconCamera size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Add the place" onClick={() => add(`in ${PERSON.place}`)}>
          <IconMapPin size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <Button type="submit">Post</Button>
      </div>
    </form>
  );
}
