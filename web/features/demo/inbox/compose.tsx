import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RichTextEditor, useRichText } from '../../../ui/rich-text-editor.tsx';
import { Widget } from '../../../ui/widget.tsx';
import { AttachFiles } from './attach-files.tsx';
import classes from './compose.module.css';
import type { Letter } from './compose-start.ts';
import { FOLDER_NAMES } from './folder-names.ts';
import type { MailAct, Mailbox, Message } from './mailbox.ts';
import { ME } from './sample-data/messages.ts';
import type { InboxAddress } from './use-inbox-address.ts';

type ComposeProps = {
  address: InboxAddress;
  mailbox: Mailbox;
  act: (act: MailAct) => void;
  /** How it begins. */
  letter: Letter;
  /** The draft that is written on; absent for a new letter. */
  draft: Message | undefined;
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A letter being written. Whatever is typed stands among the drafts at once, so leaving loses nothing. */
export function Compose(props: ComposeProps) {
  const { address, letter: start } = props;
  const { place, linkTo } = address;
  const { letter, change, isWritten, save, discard, send } = useLetter(props);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRichText({ label: 'Message', content: start.content, onChange: (content) => change({ content }) });
  const isAnswer = place.compose === 'reply';
  // Somebody asked to write: an answer begins with its text, all else with whom it goes to.
  useEffect(() => {
    if (!isAnswer) form.current?.querySelector('input')?.focus();
    else editor?.commands.focus('start');
  }, [isAnswer, editor]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
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
        <AttachFiles attachments={letter.attachments} onChange={(attachments) => change({ attachments })} />
        <div className={classes.foot}>
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
          <Button variant="default" onClick={save}>
            Save
          </Button>
          <Button type="submit" leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />}>
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

/** The message behind an answer; a draft is left for its list. */
const draftless = ({ address: { place }, draft }: ComposeProps): number | null =>
  draft === undefined ? place.message : null;

/** No field is demanded (specification section 5): what is empty is asked about once. */
const gapsOf = ({ to, theme, attachments }: Letter, text: string): readonly string[] => [
  ...(to.trim() === '' ? ['no receiver'] : []),
  ...(theme.trim() === '' ? ['no subject'] : []),
  ...(text.trim() === '' && attachments.length === 0 ? ['no text'] : []),
];

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The fields, kept among the drafts with each change, and the three ways to end. */
function useLetter({ address, mailbox, act, letter: start, draft }: ComposeProps) {
  const { place, go } = address;
  const [id] = useState(() => draft?.id ?? Math.max(0, ...mailbox.messages.map((message) => message.id)) + 1);
  const [letter, setLetter] = useState(start);
  const isWritten = mailbox.messages.some((message) => message.id === id);
  const asDraft = (parts: Letter): Message => ({ ...newMessage(id), ...draft, ...parts, date: now() });
  const leave = (parts: Parameters<typeof go>[0] = {}): void =>
    go(
      { compose: null, message: place.compose === 'new' || draft !== undefined ? null : place.message, ...parts },
      { replace: true },
    );
  return {
    letter,
    isWritten,
    change: (parts: Partial<Letter>): void => {
      const next = { ...letter, ...parts };
      setLetter(next);
      act({ kind: 'write', message: asDraft(next) });
    },
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
      act({ kind: 'write', message: asDraft(letter) });
      act({ kind: 'send', message: { ...asDraft(letter), draft: false, sent: true } });
      leave();
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
