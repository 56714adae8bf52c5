import { useEffect, useRef, useState } from 'react';
import type { NewAttachment } from './attach-files.tsx';
import type { Letter } from './compose-start.ts';
import { ME } from './sample-data/messages.ts';
import type { MailAct, Mailbox, Message } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';

export type LetterProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  /** The initial content. */
  letter: Letter;
  /** The draft to continue; undefined for a new letter. */
  draft: Message | undefined;
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The fields of a letter, stored as a draft on each change, and the three ways to finish. */
export function useLetter({ address, mailbox, act, letter: start, draft }: LetterProps) {
  const { place, go } = address;
  const [id] = useState(() => draft?.id ?? mailbox.freeId);
  const isWritten = mailbox.messages.some((message) => message.id === id);
  const asDraft = (parts: Letter): Message => ({ ...newMessage(id), ...draft, ...parts, date: now() });
  const { letter, change, attach, detach, end } = useFields(start, (next) =>
    act({ kind: 'write', message: asDraft(next) }),
  );
  const leave = (parts: Parameters<typeof go>[0] = {}): void => {
    end();
    go(
      { compose: null, message: place.compose === 'new' || draft !== undefined ? null : place.message, ...parts },
      { replace: true },
    );
  };
  return {
    letter,
    isWritten,
    change,
    attach,
    detach,
    save: (): void => {
      act({ kind: 'write', message: asDraft(letter) });
      act({ kind: 'say', words: 'Draft saved' });
      leave({ folder: 'draft', label: null, q: '', page: 1, message: null });
    },
    discard: (): void => {
      if (isWritten) act({ kind: 'move', ids: [id], to: 'gone' });
      leave();
    },
    send: (): void => {
      act({ kind: 'send', message: { ...asDraft(letter), draft: false, sent: true } });
      leave();
    },
  };
}

/**
 * The fields at the moment of each change. A change may come late: the reader may type or send the letter while a file
 * is being read. After the end, changes are ignored.
 */
export function useFields(start: Letter, onChange: (letter: Letter) => void) {
  const [letter, setLetter] = useState(start);
  const latest = useRef(start);
  const freeFileId = useRef(Math.max(0, ...start.attachments.map(({ id }) => id)) + 1);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);
  const change = (parts: Partial<Letter>): void => {
    if (isOver.current) return;
    latest.current = { ...latest.current, ...parts };
    setLetter(latest.current);
    onChange(latest.current);
  };
  return {
    letter,
    change,
    attach: (files: readonly NewAttachment[]): void => {
      const added = files.map((file) => ({ ...file, id: freeFileId.current++ }));
      change({ attachments: [...latest.current.attachments, ...added] });
    },
    detach: (id: number): void =>
      change({ attachments: latest.current.attachments.filter((attachment) => attachment.id !== id) }),
    end: (): void => {
      isOver.current = true;
    },
  };
}

const now = (): string => clock.format(new Date());

const newMessage = (id: number): Message => ({
  id,
  starred: false,
  from: ME.name,
  fromEmail: ME.email,
  to: '',
  theme: '',
  date: '',
  unreaded: false,
  draft: true,
  sent: false,
  deleted: false,
  content: '',
  attachments: [],
  label: null,
  away: null,
});
