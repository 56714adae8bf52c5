import '@mantine/dropzone/styles.layer.css';
import { Button, FileButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconCloudUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { formatBytes } from '../format-bytes.ts';
import classes from './forms.module.css';
import { ImageUpload } from './image-upload.tsx';

/** A file, and a picture with a preview. They stay in the browser. */
export function UploadsPanel() {
  const [image, setImage] = useState<File | null>(null);
  return (
    <Widget title="Simple **file uploads**" settings="inverse" reload close>
      <blockquote className={classes.quote}>
        What you choose here stays in your browser: a sample page sends no file anywhere.
      </blockquote>
      <div className={classes.form}>
        <FileUpload />
        <ImageUpload title="Image" image={image} onChange={setImage} />
      </div>
    </Widget>
  );
}

function FileUpload() {
  const [file, setFile] = useState<File | null>(null);
  const resetRef = useRef<() => void>(null);
  return (
    <div className={classes.upload}>
      <h3 className={classes.subhead}>File</h3>
      <div className={classes.uploadControls}>
        <FileButton onChange={setFile} resetRef={resetRef} inputProps={{ 'aria-label': 'File' }}>
          {(props) => (
            <Button {...props} variant="default">
              {file === null ? 'Select file' : 'Change file'}
            </Button>
          )}
        </FileButton>
        {file === null ? null : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              resetRef.current?.();
              setFile(null);
            }}
          >
            Remove file
          </Button>
        )}
        <span className={classes.fileName} role="status">
          {file === null ? 'No file chosen' : `${file.name} (${formatBytes(file.size)})`}
        </span>
      </div>
    </div>
  );
}

/** Accepts files by drop, click or key, and lists them. */
export function DropZonePanel() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  return (
    <Widget title="**Drop** Zone" settings reload close>
      <Dropzone
        accept={['image/*', 'application/pdf']}
        onDrop={(accepted) => {
          setFiles([...files, ...accepted]);
          setRefused([]);
        }}
        onReject={(rejections) => setRefused(rejections.map(({ file }) => file.name))}
        className={classes.dropZone ?? ''}
        inputProps={{ 'aria-label': 'Drop pictures or PDF files here, or choose them' }}
      >
        <div className={classes.dropText}>
          <IconCloudUpload size={40} stroke={1.25} aria-hidden="true" />
          <span>Drop pictures or PDF files here, or click to choose them</span>
        </div>
      </Dropzone>
      <div role="status">
        {files.length === 0 ? null : (
          <ul className={classes.fileList} aria-label="Accepted files">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files are only ever added at the end
              <li key={index}>
                <span className={classes.fileName}>{file.name}</span>
                <span>{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
        {refused.length === 0 ? null : (
          <p className={classes.note}>Not accepted: {refused.join(', ')}. Only pictures and PDF files are.</p>
        )}
      </div>
    </Widget>
  );
}
