import { Button } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { PICTURE_ACCEPT } from '../lib/picture-file.ts';
import classes from './picture-field.module.css';
import { pictureFieldStrings as strings } from './ui-strings.ts';

type PictureFieldProps = {
  /** URL of the current picture. If there is none, the first letter of `name` is shown. */
  picture: string | undefined;
  /** The picture's alternative text. */
  alt: string;
  name: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
  isChoosing?: boolean;
  isRemoving?: boolean;
  isDisabled?: boolean;
};

/** A person's picture, which the user can choose, replace and remove. */
export function PictureField({ picture, alt, name, onChoose, onRemove, ...state }: PictureFieldProps) {
  const { isChoosing = false, isRemoving = false, isDisabled = false } = state;
  const input = useRef<HTMLInputElement>(null);
  const choosing = useRef<HTMLButtonElement>(null);
  const [unreadable, setUnreadable] = useState<string>();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) onChoose(file);
    // Lets the user choose the same file again.
    currentTarget.value = '';
  };
  const remove = (): void => {
    // The pressed button disappears with the picture, so move the focus first.
    choosing.current?.focus();
    onRemove();
  };
  return (
    <div className={classes.field}>
      {picture && picture !== unreadable ? (
        <img
          className={classes.picture}
          src={picture}
          alt={alt}
          width={88}
          height={88}
          onError={() => setUnreadable(picture)}
        />
      ) : (
        <span className={classes.picture} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_ACCEPT}
        aria-label={strings.pictureFile}
        onChange={choose}
      />
      <div className={classes.buttons}>
        <Button
          ref={choosing}
          variant="default"
          loading={isChoosing}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {strings.choosePicture}
        </Button>
        {picture ? (
          <Button variant="default" loading={isRemoving} disabled={isDisabled} onClick={remove}>
            {strings.removePicture}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
