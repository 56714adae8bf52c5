import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './forms.module.css';

export type ImageUploadProps = { title: string; image: File | null; onChange: (image: File | null) => void };

/** Chooses a picture and shows a preview. The picture stays in the browser. */
export function ImageUpload({ title, image, onChange }: ImageUploadProps) {
  const address = usePreview(image);
  const resetRef = useRef<() => void>(null);
  return (
    <div className={classes.upload}>
      <h3 className={classes.subhead}>{title}</h3>
      <div className={classes.thumbnail}>
        {address === null ? (
          <IconPhoto size={40} stroke={1.25} aria-hidden="true" />
        ) : (
          <img src={address} alt={`Preview of ${image?.name ?? ''}`} />
        )}
      </div>
      <div className={classes.uploadControls}>
        <FileButton onChange={onChange} accept="image/*" resetRef={resetRef} inputProps={{ 'aria-label': title }}>
          {(props) => (
            <Button {...props} variant="default">
              {image === null ? 'Select image' : 'Change'}
            </Button>
          )}
        </FileButton>
        {image === null ? null : (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              resetRef.current?.();
              onChange(null);
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns an object URL for the file, and revokes it when the file changes. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
