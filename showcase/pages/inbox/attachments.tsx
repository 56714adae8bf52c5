import { Button } from '@mantine/core';
import { IconDownload, IconEye, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../../web/lib/save-file.ts';
import { AttachmentViewer } from './attachment-viewer.tsx';
import classes from './attachments.module.css';
import type { Attachment } from './sample-mailbox.ts';

const download = ({ file, photoName }: Attachment): void => saveFile({ blob: file, fileName: photoName });

/** A message's attachments: their number, a download of all files, and each file. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [viewed, setViewed] = useState<number | null>(null);
  const [only, ...others] = attachments;
  const downloadAll = async (): Promise<void> => {
    if (only !== undefined && others.length === 0) download(only);
    else saveFile({ blob: await zipOf(attachments), fileName: 'attachments.zip' });
  };
  return (
    <section className={classes.files} aria-labelledby="attachments">
      <div className={classes.head}>
        <h3 className={classes.title} id="attachments">
          {attachments.length} {attachments.length === 1 ? 'attachment' : 'attachments'}
        </h3>
        <Button variant="subtle" size="compact-sm" className={classes.act ?? ''} onClick={() => void downloadAll()}>
          Download all
        </Button>
        <Button variant="subtle" size="compact-sm" className={classes.act ?? ''} onClick={() => setViewed(0)}>
          View all
        </Button>
      </div>
      <ul className={classes.list} aria-labelledby="attachments">
        {attachments.map((attachment, index) => (
          <li key={attachment.id} className={classes.file}>
            <Thumbnail attachment={attachment} />
            <p className={classes.name}>{attachment.photoName}</p>
            <p className={classes.weight}>{attachment.weight}</p>
            <div className={classes.acts}>
              <Button
                variant="default"
                size="xs"
                className={classes.act ?? ''}
                leftSection={<IconEye size={16} stroke={1.75} aria-hidden="true" />}
                aria-label={`View ${attachment.photoName}`}
                onClick={() => setViewed(index)}
              >
                View
              </Button>
              <Button
                variant="default"
                size="xs"
                className={classes.act ?? ''}
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
                aria-label={`Download ${attachment.photoName}`}
                onClick={() => download(attachment)}
              >
                Download
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {viewed === null ? null : (
        <AttachmentViewer
          attachments={attachments}
          index={viewed}
          onIndex={setViewed}
          onDownload={download}
          onClose={() => setViewed(null)}
        />
      )}
    </section>
  );
}

/** A thumbnail of a file, or an icon if it has no picture. */
export function Thumbnail({ attachment: { photo } }: { attachment: Attachment }) {
  return (
    <span className={classes.thumbnail}>
      {photo === '' ? <IconFileText size={32} stroke={1.25} aria-hidden="true" /> : <img src={photo} alt="" />}
    </span>
  );
}

/** Packs all files into one ZIP. A duplicate name gets the file's number as a prefix. */
async function zipOf(attachments: readonly Attachment[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  for (const [index, { photoName, file }] of attachments.entries())
    files[photoName in files ? `${index + 1}-${photoName}` : photoName] = new Uint8Array(await file.arrayBuffer());
  return new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' });
}
