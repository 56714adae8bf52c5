import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { RichTextEditor, useRichText } from '../../ui/rich-text-editor.tsx';
import { AttachFiles } from './attach-files.tsx';
import classes from './compose.module.css';
import type { Letter } from './compose-start.ts';
import { FOLDER_NAMES } from './folder-names.ts';
import { type LetterProps, useLetter } from './use-letter.ts';

/** A letter being written. Every change is stored as a draft at once, so leaving loses nothing. */
export function Compose(props: LetterProps) {
  const { address, letter: start } = props;
  const { place, linkTo } = address;
  const { letter, change, attach, detach, isWritten, save, discard, send } = useLetter(props);
  const [isReading, setIsReading] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRichText({ label: 'Message', content: start.content, onChange: (content) => change({ content }) });
  const isAnswer = place.compose === 'reply';
  // Focuses the text of a reply, and the receiver of any other letter.
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

/** The message that a reply answers; null for a draft, which returns to its list. */
const draftless = ({ address: { place }, draft }: LetterProps): number | null =>
  draft === undefined ? place.message : null;

/** No field is required (docs/specification.md#validation): the form asks once about empty fields. */
const gapsOf = ({ to, theme, attachments }: Letter, text: string): readonly string[] => [
  ...(to.trim() === '' ? ['no receiver'] : []),
  ...(theme.trim() === '' ? ['no subject'] : []),
  ...(text.trim() === '' && attachments.length === 0 ? ['no text'] : []),
];

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
