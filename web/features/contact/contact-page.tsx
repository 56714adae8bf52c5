import { IconClock, IconLock, IconMail } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import type { ContactTopic } from './contact-topic.ts';

const FACTS = [
  { icon: IconMail, text: 'Your message goes to the administrators of this network, who answer by e-mail.' },
  { icon: IconClock, text: 'Nothing typed gets lost: the text stays in this tab until it is sent.' },
  { icon: IconLock, text: 'They see which account wrote, so there is no need to send a password or a key.' },
] as const;

/** `/app/contact` (docs/decisions.md#screens). */
export function ContactPage() {
  const user = useCurrentUser();
  const { about }: { about?: ContactTopic } = useSearch({ strict: false });
  return (
    <>
      <PageTitle title="Contact" context="Questions, broken outlets, new places, campaigns" />
      <div className={classes.columns}>
        <Panel title="Write to us">
          {user === null ? null : <ContactForm key={user.id} user={user} about={about} />}
        </Panel>
        <Panel title="What happens then">
          <ul className={classes.facts}>
            {FACTS.map(({ icon: Icon, text }) => (
              <li key={text}>
                <Icon size={20} stroke={1.75} aria-hidden="true" />
                {text}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
