import { Button } from '@mantine/core';
import { IconArrowBackUp, IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ContactMessage, MessageAction } from '#contract/contact.ts';
import { RESTORABLE_DAYS } from '#domain/constants.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { emailKey } from '#domain/email.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { NETWORK_NAME } from '../../lib/page-brand.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import { actOnMessage, MESSAGE_LISTS, messageQuery } from './contact-api.ts';
import { messageDrawerStrings as strings } from './contact-strings.ts';
import classes from './messages.module.css';

const SAID: Readonly<Partial<Record<MessageAction, string>>> = {
  delete: interpolate(strings.messageDeleted, { days: counted(RESTORABLE_DAYS, NOUNS.day) }),
  restore: strings.messageRestored,
};

/** Shows a message with its actions, and marks it as read. */
export function MessageDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: message, error, isFetching, refetch } = useQuery(messageQuery(id));
  const acting = useMutation({
    mutationFn: (action: MessageAction) => actOnMessage({ id, action }),
    onSuccess: (changed, action) => {
      client.setQueryData(messageQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: MESSAGE_LISTS });
      const said = SAID[action];
      if (said !== undefined) void showToast({ kind: 'success', message: said });
      if (action === 'unread' || action === 'delete') onClose();
    },
  });
  const markRead = useEffectEvent(() => {
    if (message?.read_at === null && message.deleted_at === null) acting.mutate('read');
  });
  const isThere = message !== undefined;
  // Marks the message as read on the server once it is shown.
  useEffect(() => {
    if (isThere) markRead();
  }, [isThere]);
  return (
    <FormDrawer
      title={message?.name || message?.account || strings.message}
      context={strings.fromTheContactForm}
      isOpen
      onClose={onClose}
    >
      {message ? <Letter message={message} /> : null}
      {message ? <Actions message={message} isBusy={acting.isPending} onAct={acting.mutate} /> : null}
      {error && !message ? (
        <ErrorState
          what={strings.messageFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {message || error ? null : <LinesSkeleton lines={6} />}
    </FormDrawer>
  );
}

function Letter({
  message: { email, account, customer, sent_at: sentAt, deleted_at: deletedAt, message },
}: {
  message: ContactMessage;
}) {
  return (
    <>
      <dl className={classes.facts}>
        <dt>{strings.sent}</dt>
        <dd>
          <TimeText instant={sentAt} />
        </dd>
        <dt>{strings.email}</dt>
        <dd>{email || '–'}</dd>
        <dt>{strings.account}</dt>
        <dd>
          {account}
          {customer === '' ? '' : `, ${customer}`}
        </dd>
        {deletedAt === null ? null : (
          <>
            <dt>{strings.deleted}</dt>
            <dd>
              <TimeText instant={deletedAt} />
            </dd>
          </>
        )}
      </dl>
      <p className={classes.letter}>{message}</p>
    </>
  );
}

type ActionsProps = { message: ContactMessage; isBusy: boolean; onAct: (action: MessageAction) => void };

function Actions({ message, isBusy, onAct }: ActionsProps) {
  if (message.deleted_at !== null)
    return (
      <div className={classes.actions}>
        <Button
          leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => onAct('restore')}
        >
          {strings.restore}
        </Button>
      </div>
    );
  return (
    <div className={classes.actions}>
      <Button component="a" href={replyAddress(message)} leftSection={<IconMail size={18} aria-hidden="true" />}>
        {strings.reply}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMailOpened size={18} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => onAct('unread')}
      >
        {strings.markAsUnread}
      </Button>
      <Button
        variant="default"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => onAct('delete')}
      >
        {strings.delete}
      </Button>
    </div>
  );
}

/** Maximum number of characters that a reply quotes. Mail programs can't open longer `mailto:` links. */
const MOST_QUOTED = 1_500;

/**
 * Returns the `mailto:` URL of a reply that quotes the message. The recipient is the typed email address if that is
 * valid, else the account's address. Everything is encoded, so that typed text can't become another header.
 */
export function replyAddress({ name, email, account, message }: ContactMessage): string {
  const to = emailKey(email) ?? account;
  const quoted = message
    .slice(0, MOST_QUOTED)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const greeting = name === '' ? strings.helloNameless : interpolate(strings.hello, { name });
  const body = `${greeting}\r\n\r\n\r\n\r\n${quoted}`;
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(interpolate(strings.replySubject, { network: NETWORK_NAME }))}&body=${encodeURIComponent(body)}`;
}
