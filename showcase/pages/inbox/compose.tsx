import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { RichTextEditor, useRichText } from '../../ui/rich-text-editor.tsx';
import { AttachFiles, type NewAttachment } from './attach-files.tsx';
import classes from './compose.module.css';
import type { Letter } from './compose-start.ts';
import { FOLDER_NAMES } from './folder-names.ts';
import { ME } from './sample-data/messages.ts';
import type { MailAct, Mailbox, Message } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';

/** A letter being written. Every change is immediately stored as a draft, so leaving the page loses nothing. */
export function Compose(props: LetterProps) {
  const { address, letter: start } = props;
  const { place, linkTo } = address;
  const { letter, change, attach, detach, isWritten, save, discard, send } = useLetter(props);
  const [isReading, setIsReading] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRichText({ label: 'Message', content: start.content, onChange: (content) => change({ content }) });
  const isAnswer = place.compose === 'reply';
  // Focuses the text in a reply, and the receiver in any other letter.
  useEffect(() => {
    if (!isAnswer) form.current?.querySelector('input')?.focus();
    else editor?.commands.focus('start');
  }, [isAnswer, editor]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReading) return;
    const gaps = gapsOf(letter, editor?.getText() ?? '');
    if (gaps.length === 0) send();
    else setMissing(gaps);
  };
  return (
    <Widget label="Compose">
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <header className={classes.head}>
          <Button
            component="a"
            variant="default"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />}
            {...linkTo({ compose: null, message: place.compose === 'new' ? null : draftless(props) })}
          >
            {place.compose === null || place.compose === 'new' ? FOLDER_NAMES[place.folder] : 'Message'}
          </Button>
          <h2 className={classes.title}>
            Compose <strong>New</strong>
          </h2>
          <span className={classes.kept} role="status">
            {isWritten ? 'Kept in Draft' : ''}
          </span>
        </header>
        <TextInput
          label="To"
          maxLength={500}
          autoComplete="off"
          value={letter.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <TextInput
          label="Subject"
          maxLength={200}
          autoComplete="off"
          value={letter.theme}
          onChange={(event) => change({ theme: event.currentTarget.value })}
        />
        <RichTextEditor editor={editor} height={270} />
        <AttachFiles attachments={letter.attachments} onAdd={attach} onRemove={detach} onReading={setIsReading} />
        <div className={classes.foot}>
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
          <Button variant="default" disabled={isReading} onClick={save}>
            Save
          </Button>
          <Button
            type="submit"
            disabled={isReading}
            leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />}
          >
            Send
          </Button>
        </div>
      </form>
      <ConfirmDialog
        title="Send it like this?"
        isOpen={missing.length > 0}
        confirmLabel="Send anyway"
        onConfirm={send}
        onClose={() => setMissing([])}
      >
        This message has {inWords(missing)}.
      </ConfirmDialog>
    </Widget>
  );
}

/** Returns the message that a reply answers; null for a draft, which returns to its list. */
const draftless = ({ address: { place }, draft }: LetterProps): number | null =>
  draft === undefined ? place.message : null;

/**
 * Lists empty fields. No field is required (docs/specification.md#validation), so the form asks only once about empty
 * fields.
 */
const gapsOf = ({ to, theme, attachments }: Letter, text: string): readonly string[] => [
  ...(to.trim() === '' ? ['no receiver'] : []),
  ...(theme.trim() === '' ? ['no subject'] : []),
  ...(text.trim() === '' && attachments.length === 0 ? ['no text'] : []),
];

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

type LetterProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  /** The initial content. */
  letter: Letter;
  /** The draft to continue; undefined for a new letter. */
  draft: Message | undefined;
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/**
 * Manages a letter's fields, which are stored as a draft on each change, and the three ways to finish: save, discard
 * and send.
 */
function useLetter({ address, mailbox, act, letter: start, draft }: LetterProps) {
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
 * Manages the fields of a letter, using their latest values for each change. A change may arrive late, because the user
 * may type or send the letter while a file is being read. After the letter is finished, changes are ignored.
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
