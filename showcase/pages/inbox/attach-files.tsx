import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { base64Of } from '../../../web/lib/save-file.ts';
import { formatBytes } from '../format-bytes.ts';
import classes from './attachments.module.css';
import { Thumbnail } from './attachments.tsx';
import type { Attachment } from './sample-mailbox.ts';

const LARGEST_BYTES = 10_000_000;
const PICTURE = /^image\/(png|gif|jpeg|webp)$/;

/** A file that has been read. The letter assigns its id. */
export type NewAttachment = Omit<Attachment, 'id'>;

type AttachFilesProps = {
  attachments: readonly Attachment[];
  onAdd: (added: readonly NewAttachment[]) => void;
  onRemove: (id: number) => void;
  /** Called with whether files are being read. */
  onReading: (isReading: boolean) => void;
};

/** Attaches files to a letter and lists them. The files stay in the browser. */
export function AttachFiles({ attachments, onAdd, onRemove, onReading }: AttachFilesProps) {
  const [note, setNote] = useState('');
  const resetRef = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const readings = useRef(0);
  const attach = async (files: readonly File[]): Promise<void> => {
    resetRef.current?.();
    if (files.length === 0) return;
    const fitting = files.filter(({ size }) => size <= LARGEST_BYTES);
    const left = files.filter(({ size }) => size > LARGEST_BYTES);
    readings.current += 1;
    onReading(true);
    const read = await Promise.allSettled(fitting.map(attachmentOf));
    readings.current -= 1;
    onReading(readings.current > 0);
    const added = read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failed = fitting.filter((_, index) => read[index]?.status === 'rejected');
    if (added.length > 0) onAdd(added);
    setNote(noteOf(added.length, left, failed));
  };
  return (
    <div className={classes.attach}>
      <FileButton
        multiple
        onChange={(files) => void attach(files)}
        resetRef={resetRef}
        inputProps={{ 'aria-label': 'Files' }}
      >
        {(props) => (
          <Button
            {...props}
            ref={button}
            variant="default"
            leftSection={<IconPaperclip size={18} stroke={1.75} aria-hidden="true" />}
          >
            Attach files
          </Button>
        )}
      </FileButton>
      <span className={classes.note} role="status">
        {note}
      </span>
      {attachments.length === 0 ? null : (
        <ul className={classes.attached} aria-label="Attached files">
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <Thumbnail attachment={attachment} />
              <span className={classes.name}>{attachment.photoName}</span>
              <span className={classes.weight}>{attachment.weight}</span>
              <ActionIcon
                size={44}
                aria-label={`Remove ${attachment.photoName}`}
                onClick={() => {
                  button.current?.focus();
                  onRemove(attachment.id);
                  setNote(`${attachment.photoName} removed`);
                }}
              >
                <IconX size={18} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function noteOf(added: number, tooLarge: readonly File[], unreadable: readonly File[]): string {
  const names = (files: readonly File[]): string => files.map(({ name }) => name).join(', ');
  if (tooLarge.length > 0) return `Larger than ${formatBytes(LARGEST_BYTES)}, so not attached: ${names(tooLarge)}`;
  if (unreadable.length > 0) return `Could not be read: ${names(unreadable)}`;
  return `${added} ${added === 1 ? 'file' : 'files'} attached`;
}

async function attachmentOf(file: File): Promise<NewAttachment> {
  const photo = PICTURE.test(file.type) ? `data:${file.type};base64,${await base64Of(file)}` : '';
  return { photo, photoName: file.name, weight: formatBytes(file.size), file };
}
