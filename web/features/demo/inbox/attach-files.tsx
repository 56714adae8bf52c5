import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { base64Of } from '../../../lib/save-file.ts';
import { formatBytes } from '../format-bytes.ts';
import classes from './attachments.module.css';
import { Thumbnail } from './attachments.tsx';
import type { Attachment } from './mailbox.ts';

const LARGEST_BYTES = 10_000_000;
const PICTURE = /^image\/(png|gif|jpeg|webp)$/;

type AttachFilesProps = {
  attachments: readonly Attachment[];
  onChange: (attachments: readonly Attachment[]) => void;
};

/** Chooses files for a letter and lists them. They stay in the browser. */
export function AttachFiles({ attachments, onChange }: AttachFilesProps) {
  const [note, setNote] = useState('');
  const resetRef = useRef<() => void>(null);
  const attach = async (files: readonly File[]): Promise<void> => {
    resetRef.current?.();
    const fitting = files.filter(({ size }) => size <= LARGEST_BYTES);
    const left = files.filter(({ size }) => size > LARGEST_BYTES);
    const first = Math.max(0, ...attachments.map(({ id }) => id)) + 1;
    const added = await Promise.all(fitting.map((file, index) => attachmentOf(file, first + index)));
    if (added.length > 0) onChange([...attachments, ...added]);
    setNote(
      left.length === 0
        ? `${added.length} ${added.length === 1 ? 'file' : 'files'} attached`
        : `Larger than ${formatBytes(LARGEST_BYTES)}, so not attached: ${left.map(({ name }) => name).join(', ')}`,
    );
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
                  onChange(attachments.filter(({ id }) => id !== attachment.id));
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

async function attachmentOf(file: File, id: number): Promise<Attachment> {
  const photo = PICTURE.test(file.type) ? `data:${file.type};base64,${await base64Of(file)}` : '';
  return { id, photo, photoName: file.name, weight: formatBytes(file.size), file };
}
