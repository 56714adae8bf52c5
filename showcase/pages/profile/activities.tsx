import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconCamera, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { PostFoot } from '../../ui/post-foot.tsx';
import { useSentText } from '../../ui/use-sent-text.ts';
import classes from './profile.module.css';
import { ACTIVITIES, type Activity, PERSON } from './profile-sample-data.ts';

/** Posts with comments, and a form for a new post. */
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
                age: 'now',
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
  const { author, handle, when, text, age, isLiked, likers, comments } = activity;
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
      <PostFoot age={age} isLiked={isLiked} likers={likers} comments={comments} />
    </article>
  );
}

function NewPost({ onPost }: { onPost: (text: string) => void }) {
  const { text, write, field, onSubmit } = useSentText(onPost);
  const add = (words: string): void => write(text === '' ? words : `${text.trimEnd()} ${words}`);
  return (
    <form className={classes.newPost} onSubmit={onSubmit}>
      <Textarea aria-label="New post" placeholder="Post something..." rows={3} maxLength={1000} {...field} />
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
