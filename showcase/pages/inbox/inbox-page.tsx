import { Button } from '@mantine/core';
import { useEffect, useReducer, useRef, useState } from 'react';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { SlidingNotice } from '../sliding-notice.tsx';
import { Compose } from './compose.tsx';
import { composeStart, letterOf } from './compose-start.ts';
import { FOLDER_NAMES } from './folder-names.ts';
import { FolderRail } from './folder-rail.tsx';
import classes from './inbox.module.css';
import { MessageList } from './message-list.tsx';
import { MessageView } from './message-view.tsx';
import { MESSAGES } from './sample-data/messages.ts';
import { actOn, countsOf, type MailAct, type Mailbox, mailboxOf } from './sample-mailbox.ts';
import { type InboxAddress, useInboxAddress } from './use-inbox-address.ts';
import { HasShownView, useLostFocus } from './use-lost-focus.ts';

/**
 * The page `/app/inbox`: folders beside a list, a message or a new letter, depending on the URL. Changes last until the
 * page unmounts.
 */
export function InboxPage() {
  const address = useInboxAddress();
  const [mailbox, act] = useReducer(actOn, MESSAGES, mailboxOf);
  const { message, compose } = address.place;
  const mail = useRef<HTMLDivElement>(null);
  const hasShown = useRef(false);
  // Runs after the view's own effects.
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

/** The view that the URL selects. A draft opens in the editor. */
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

/** Shown if the URL names a message that was permanently deleted, or that was written before the page was reloaded. */
function MissingMessage({ address: { place, linkTo } }: { address: InboxAddress }) {
  const back = useRef<HTMLAnchorElement>(null);
  useLostFocus(() => back.current);
  return (
    <Widget label="Message">
      <EmptyState
        title="This message is not here any more"
        action={
          <Button ref={back} component="a" variant="default" {...linkTo({ message: null, compose: null })}>
            Back to {FOLDER_NAMES[place.folder]}
          </Button>
        }
      >
        A sample page keeps nothing: loading it anew brings the 96 sample messages back and drops what was written.
      </EmptyState>
    </Widget>
  );
}
