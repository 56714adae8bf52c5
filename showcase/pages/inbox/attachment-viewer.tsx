import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import classes from './attachment-viewer.module.css';
import type { Attachment } from './sample-mailbox.ts';

type AttachmentViewerProps = {
  attachments: readonly Attachment[];
  index: number;
  onIndex: (index: number) => void;
  onDownload: (attachment: Attachment) => void;
  onClose: () => void;
};

/** Shows one attachment in a dialog: a picture or text, or only the name of any other file. */
export function AttachmentViewer({ attachments, index, onIndex, onDownload, onClose }: AttachmentViewerProps) {
  const attachment = attachments[index];
  if (attachment === undefined) return null;
  const turn = (to: number, label: string, Icon: typeof IconChevronLeft) => (
    <Button
      variant="default"
      px="xs"
      className={classes.turn ?? ''}
      aria-label={label}
      disabled={attachments[to] === undefined}
      onClick={() => onIndex(to)}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </Button>
  );
  const { photoName, weight, photo } = attachment;
  return (
    <TitledDialog
      title={photoName}
      label={`Attachment: ${photoName}`}
      note={attachments.length > 1 ? `${weight} · ${index + 1} of ${attachments.length}` : weight}
      isOpen
      onClose={onClose}
      size={760}
      isFlush
      foot={
        <>
          {attachments.length > 1 ? (
            <>
              {turn(index - 1, 'Previous attachment', IconChevronLeft)}
              {turn(index + 1, 'Next attachment', IconChevronRight)}
            </>
          ) : null}
          <Button
            className={classes.download ?? ''}
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => onDownload(attachment)}
          >
            Download
          </Button>
        </>
      }
    >
      <div className={classes.ground}>
        {photo === '' ? (
          <FileText key={attachment.id} attachment={attachment} />
        ) : (
          <img src={photo} alt={`Picture: ${photoName}`} />
        )}
      </div>
    </TitledDialog>
  );
}

const LONGEST_TEXT = 20_000;

function FileText({ attachment: { file } }: { attachment: Attachment }) {
  const [text, setText] = useState<string | null>(null);
  const isText = file.type.startsWith('text/');
  // The browser reads the file asynchronously.
  useEffect(() => {
    let isGone = false;
    if (isText)
      void file
        .slice(0, LONGEST_TEXT)
        .text()
        .then((read) => {
          if (!isGone) setText(read);
        });
    return () => {
      isGone = true;
    };
  }, [file, isText]);
  if (!isText) return <p className={classes.none}>This kind of file cannot be shown here. It can be downloaded.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by key
    <pre className={classes.text} tabIndex={0}>
      {text}
    </pre>
  );
}
