import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconCamera, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { PostFoot } from '../../ui/post-foot.tsx';
import { useSentText } from '../../ui/use-sent-text.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './profile.module.css';
import { ACTIVITIES, type Activity, PERSON } from './profile-sample-data.ts';

/** A fictional person and their recent activities. */
export function ProfilePage() {
  return (
    <ShowcasePage title="User - **Profile**">
      <div className={classes.columns}>
        <ProfileCard />
        <Activities />
      </div>
    </ShowcasePage>
  );
}

/** Posts with comments, and a form for a new post. */
function Activities() {
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

/** A person's cover, face, contact details, numbers and a short text. */
function ProfileCard() {
  const [isFollowing, setIsFollowing] = useState(false);
  return (
    <Widget label={`Profile of ${PERSON.name}`} flush>
      <div className={classes.cover}>
        <CoverPicture />
        <Button
          className={classes.follow ?? ''}
          variant="default"
          aria-pressed={isFollowing}
          onClick={() => setIsFollowing(!isFollowing)}
        >
          {isFollowing ? 'Following' : 'Follow'}
        </Button>
      </div>
      <div className={classes.person}>
        <div className={classes.face}>
          <span className={classes.avatar}>
            <PersonPicture name={PERSON.name} size={96} />
          </span>
          <h2 className={classes.name}>{PERSON.name}</h2>
          <p className={classes.muted}>{PERSON.job}</p>
          <Button
            size="xs"
            onClick={() =>
              void showToast({ kind: 'success', key: 'profile', message: `A message to ${PERSON.name} would be sent.` })
            }
          >
            Send
          </Button>
          <ul className={classes.contact}>
            <li>
              <IconPhone size={16} stroke={1.75} aria-hidden="true" /> {PERSON.phone}
            </li>
            <li>
              <IconMail size={16} stroke={1.75} aria-hidden="true" /> {PERSON.email}
            </li>
            <li>
              <IconMapPin size={16} stroke={1.75} aria-hidden="true" /> {PERSON.place}
            </li>
          </ul>
        </div>
        <div className={classes.facts}>
          <dl className={classes.stats}>
            {PERSON.stats.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.tags}>
            {PERSON.tags.map(({ text, tone }) => (
              <span key={text} className={classes.tag} data-tone={tone}>
                {text}
              </span>
            ))}
          </p>
          <p className={classes.lead}>{PERSON.lead}</p>
          <p className={classes.about}>{PERSON.about}</p>
        </div>
      </div>
    </Widget>
  );
}

/** The cover drawing: an evening in a harbor. */
function CoverPicture() {
  return (
    <svg
      className={classes.coverPicture}
      viewBox="0 0 800 250"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="profile-sky" x2="0" y2="1">
          <stop stopColor="#2f3a6b" />
          <stop offset=".6" stopColor="#a86d8c" />
          <stop offset="1" stopColor="#f2b98a" />
        </linearGradient>
      </defs>
      <path fill="url(#profile-sky)" d="M0 0h800v250H0z" />
      <circle cx="590" cy="150" r="38" fill="#ffe2b0" />
      <path fill="#4a3f63" d="M0 170l70-30 60 24 90-52 110 62 90-40 110 44 120-56 150 58v70H0z" opacity=".7" />
      <path fill="#2a2f52" d="M0 190h800v60H0z" />
      <path fill="#ffe2b0" opacity=".5" d="M540 200h100v3H540zM556 214h70v3h-70zM570 228h40v3h-40z" />
      <g fill="#1b2040">
        <path d="M120 206h140l-24 26H144z" />
        <path d="M184 120h5v86h-5z" />
        <path d="M192 126l52 74h-52zM180 136v64h-42z" opacity=".85" />
        <path d="M650 170h60v40h-60zM662 150h36v22h-36z" />
      </g>
      <g fill="#ffe2b0">
        <path d="M658 180h8v8h-8zM676 180h8v8h-8zM694 180h8v8h-8z" />
        <circle cx="90" cy="46" r="1.500" />
        <circle cx="220" cy="28" r="1.200" />
        <circle cx="380" cy="52" r="1.500" />
        <circle cx="470" cy="24" r="1.200" />
        <circle cx="720" cy="40" r="1.500" />
      </g>
    </svg>
  );
}
