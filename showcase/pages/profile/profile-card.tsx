import { Button } from '@mantine/core';
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { CoverPicture } from './cover-picture.tsx';
import classes from './profile.module.css';
import { PERSON } from './profile-sample-data.ts';

/** Cover, face, contact data, numbers and a short text. */
export function ProfileCard() {
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
