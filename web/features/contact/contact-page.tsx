import { Button, Textarea, TextInput } from '@mantine/core';
import { IconClock, IconLock, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { CONTACT_LENGTHS } from '#contract/contact.ts';
import { useDraft } from '../../lib/draft.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './contact.module.css';
import { sendMessage } from './contact-api.ts';
import { contactPageStrings as strings } from './contact-strings.ts';
import { beginningOf, type ContactTopic } from './contact-topic.ts';

const FACTS = [
  { icon: IconMail, text: strings.recipients },
  { icon: IconClock, text: strings.draftKept },
  { icon: IconLock, text: strings.noSecrets },
] as const;

/** The page `/app/contact` (docs/decisions.md#screens). */
export function ContactPage() {
  const user = useCurrentUser();
  const { about }: { about?: ContactTopic } = useSearch({ strict: false });
  return (
    <>
      <PageTitle title={strings.contact} context={strings.context} />
      <div className={classes.columns}>
        <Panel title={strings.writeToUs}>
          {user === null ? null : <ContactForm key={user.id} user={user} about={about} />}
        </Panel>
        <Panel title={strings.whatHappensNext}>
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

/**
 * The contact form: name, email, message and a Submit button (docs/specification.md#signed-in-routes), without
 * validation (docs/specification.md#validation). The account's name and email address are filled in.
 */
function ContactForm({ user, about }: { user: CurrentUser; about: ContactTopic | undefined }) {
  const draft = useDraft('contact', user.id, {
    name: `${user.firstName} ${user.lastName}`.trim(),
    email: user.email,
    message: beginningOf(about),
  });
  const { name, email, message } = draft.fields;
  const [website, setWebsite] = useState('');
  const place = useRef<HTMLTextAreaElement>(null);
  const sending = useMutation({
    ...sendMessage,
    onSuccess: () => {
      draft.clear();
      place.current?.focus();
      void showToast({ kind: 'success', message: strings.messageSent });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate({ ...draft.fields, ...(website === '' ? {} : { website }) });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput
          label={strings.name}
          autoComplete="name"
          maxLength={CONTACT_LENGTHS.name}
          value={name}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={strings.email}
          type="email"
          autoComplete="email"
          maxLength={CONTACT_LENGTHS.email}
          value={email}
          onChange={(event) => draft.change({ email: event.currentTarget.value })}
        />
      </div>
      <Textarea
        ref={place}
        label={strings.message}
        rows={10}
        maxLength={CONTACT_LENGTHS.message}
        value={message}
        onChange={(event) => draft.change({ message: event.currentTarget.value })}
      />
      <HiddenField value={website} onChange={setWebsite} />
      <div className={classes.foot}>
        <Button type="submit" loading={sending.isPending}>
          {strings.submit}
        </Button>
        {draft.wasKept ? <StaleNote onClear={draft.clear} /> : null}
      </div>
    </form>
  );
}

/**
 * A honeypot that only programs fill in. The field is invisible, out of the tab order and hidden from screen readers.
 */
function HiddenField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={classes.away} aria-hidden="true">
      <label htmlFor={id}>{strings.leaveBlank}</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
