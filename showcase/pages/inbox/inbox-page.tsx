import { useEffect, useReducer, useRef, useState } from 'react';
import { ShowcasePage } from '../showcase-page.tsx';
import { SlidingNotice } from '../sliding-notice.tsx';
import { Compose } from './compose.tsx';
import { composeStart, letterOf } from './compose-start.ts';
import { FolderRail } from './folder-rail.tsx';
import classes from './inbox.module.css';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';
import { MissingMessage } from './missing-message.tsx';
import { MESSAGES } from './sample-data/messages.ts';
import { actOn, countsOf, type MailAct, type Mailbox, mailboxOf } from './sample-mailbox.ts';
import { type InboxAddress, useInboxAddress } from './use-inbox-address.ts';
import { HasShownView } from './use-lost-focus.ts';

/**
 * `/app/inbox`: folders beside a list, a message or a new letter, as the address says. Changes last until the page
 * unmounts.
 */
export function InboxPage() {
  const address = useInboxAddress();
  const [mailbox, act] = useReducer(actOn, MESSAGES, mailboxOf);
  const { message, compose } = address.place;
  const mail = useRef<HTMLDivElement>(null);
  const hasShown = useRef(false);
  // Runs after the view's own effect.
  useEffect(() => {
    hasShown.current = true;
  }, []);
  return (
    <ShowcasePage title="Email - **Inbox**">
      <SlidingNotice onClosed={() => mail.current?.focus()}>
        Sample letters, with everything a mailbox does. What you do with them lasts until you leave the page.
      </SlidingNotice>
      <div ref={mail} tabIndex={-1} className={classes.mail} data-single={message !== null || compose !== null}>
        <FolderRail address={address} counts={countsOf(mailbox.messages)} />
        <HasShownView value={hasShown}>
          <Content address={address} mailbox={mailbox} act={act} />
        </HasShownView>
      </div>
    </ShowcasePage>
  );
}

type ContentProps = { address: InboxAddress; mailbox: Mailbox; act: (act: MailAct) => void };

/** The view that the address names. A draft opens in the editor. */
function Content({ address, mailbox, act }: ContentProps) {
  const { message: openId, compose } = address.place;
  const [lastId, setLastId] = useState(openId);
  if (openId !== null && openId !== lastId) setLastId(openId);
  const message = mailbox.messages.find(({ id }) => id === openId);
  const all = { address, mailbox, act };

  if (openId !== null && message === undefined) return <MissingMessage address={address} />;
  if (compose !== null)
    return <Compose key={`${compose} ${openId}`} {...all} letter={composeStart(compose, message)} draft={undefined} />;
  if (message === undefined) return <MessageList {...all} lastId={lastId} />;
  if (message.draft && !message.deleted)
    return <Compose key={message.id} {...all} letter={letterOf(message)} draft={message} />;
  return <MessageView key={message.id} {...all} message={message} />;
}
