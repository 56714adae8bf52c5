import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconChevronDown,
  IconCornerUpLeft,
  IconShieldCheck,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { Attachments } from './attachments.tsx';
import { cleanBody } from './clean-body.ts';
import { DoneBar } from './done-bar.tsx';
import { FOLDER_NAMES } from './folder-names.ts';
import classes from './message-view.module.css';
import { ME } from './sample-data/messages.ts';
import type { MailAct, Mailbox, Message, Move } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';
import { useLostFocus } from './use-lost-focus.ts';

type MessageViewProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  message: Message;
};

/** A message's sender, receiver, text, attachments, and actions. */
export function MessageView({ address, mailbox, act, message }: MessageViewProps) {
  const { id, from, fromEmail, to, theme, date, content, attachments, unreaded, starred } = message;
  const { place, linkTo } = address;
  const subject = useRef<HTMLHeadingElement>(null);
  useLostFocus(() => subject.current);
  const markRead = useEffectEvent(() => {
    if (unreaded) act({ kind: 'mark', ids: [id], unreaded: false });
  });
  // Opening the message marks it as read, from any link or URL.
  useEffect(() => markRead(), []);
  const Star = starred ? IconStarFilled : IconStar;
  return (
    <Widget label="Message" flush>
      <DoneBar done={mailbox.done} act={act} focusNext={() => subject.current?.focus()} />
      <article className={classes.message} aria-labelledby="mail-subject">
        <header className={classes.head}>
          <Button
            component="a"
            variant="default"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />}
            {...linkTo({ message: null })}
          >
            {FOLDER_NAMES[place.folder]}
          </Button>
          <h2 className={classes.subject} id="mail-subject" tabIndex={-1} ref={subject}>
            {theme === '' ? '(no subject)' : theme}
          </h2>
          <ActionIcon
            className={classes.star ?? ''}
            aria-label="Star"
            aria-pressed={starred}
            size={44}
            onClick={() => act({ kind: 'star', id })}
          >
            <Star size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </header>
        <div className={classes.people}>
          <span className={classes.face}>
            <PersonPicture name={from} size={48} />
          </span>
          <div className={classes.names}>
            <p className={classes.from}>
              <strong>{from}</strong> <span className={classes.muted}>&lt;{fromEmail}&gt;</span>
            </p>
            <p className={classes.muted}>
              to {to === ME.name ? 'me' : to === '' ? '(nobody)' : to} · {date}
            </p>
          </div>
          <ReplyButton address={address} act={act} message={message} />
        </div>
        <MessageBody content={content} />
        {attachments.length === 0 ? null : <Attachments attachments={attachments} />}
      </article>
    </Widget>
  );
}

/** A reply button, with further actions in the menu beside it. */
function ReplyButton({ address: { place, go }, act, message }: Omit<MessageViewProps, 'mailbox'>) {
  const { id, deleted, away, draft } = message;
  const move = (to: Move): void => {
    act({ kind: 'move', ids: [id], to });
    go({ message: null });
  };
  const isPutAway = deleted || away !== null;
  return (
    <Button.Group className={classes.reply ?? ''}>
      <Button
        leftSection={<IconCornerUpLeft size={18} stroke={1.75} aria-hidden="true" />}
        disabled={draft}
        onClick={() => go({ ...place, compose: 'reply' })}
      >
        Reply
      </Button>
      <Menu position="bottom-end" classNames={{ item: classes.item ?? '' }}>
        <Menu.Target>
          <Button px="xs" className={classes.more ?? ''} aria-label="More to do with this message">
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={draft} onClick={() => go({ ...place, compose: 'reply' })}>
            Reply
          </Menu.Item>
          <Menu.Item onClick={() => go({ ...place, compose: 'forward' })}>Forward</Menu.Item>
          <Menu.Item onClick={() => window.print()}>Print</Menu.Item>
          <Menu.Divider />
          {isPutAway ? <Menu.Item onClick={() => move('inbox')}>Move to Inbox</Menu.Item> : null}
          {away === 'spam' ? null : <Menu.Item onClick={() => move('spam')}>Spam</Menu.Item>}
          <Menu.Item color="red" onClick={() => move(deleted ? 'gone' : 'trash')}>
            {deleted ? 'Delete for good' : 'Delete'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

/** A message's sanitized HTML, with a note about pictures that were not loaded. */
function MessageBody({ content }: { content: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { fragment, withheldPictures } = useMemo(() => cleanBody(content), [content]);
  // Inserts nodes, never text, which the browser would parse as markup again.
  useLayoutEffect(() => place.current?.replaceChildren(fragment.cloneNode(true)), [fragment]);
  return (
    <>
      {withheldPictures === 0 ? null : (
        <p className={classes.withheld}>
          <IconShieldCheck size={18} stroke={1.75} aria-hidden="true" />
          {withheldPictures === 1 ? 'A picture was' : `${withheldPictures} pictures were`} not loaded from elsewhere, so
          that nobody learns that you read this.
        </p>
      )}
      <div ref={place} className={classes.body} />
    </>
  );
}
