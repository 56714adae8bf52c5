import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { AVATAR_BYTES } from '#contract/account.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { removeAvatar, saveAvatar } from './api.ts';

/** The account's picture: sent as it is, stored small and without metadata. */
export function PicturePanel({ user }: { user: CurrentUser }) {
  const input = useRef<HTMLInputElement>(null);
  const picture = user.avatar[0]?.publicUrl;
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (file: Blob) => {
      if (file.size > AVATAR_BYTES) throw new Error('The picture is larger than 5 MB. Choose a smaller one.');
      await saveAvatar(file);
    },
    onSuccess: () => void showToast({ kind: 'success', message: 'Your picture has been saved' }),
  });
  const removing = useMutation({ meta: { errors: 'own' }, mutationFn: removeAvatar, onMutate: () => saving.reset() });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    if (file) saving.mutate(file);
    currentTarget.value = '';
  };
  const error = saving.error ?? removing.error;
  return (
    <Panel title="Picture" context="Beside your name; JPEG, PNG, WebP, GIF or AVIF up to 5 MB">
      <div className={classes.form}>
        <AlertMessage text={error?.message ?? null} />
        <div className={classes.picture}>
          {picture ? (
            <img className={classes.avatar} src={picture} alt="Your present one" width={88} height={88} />
          ) : (
            <span className={classes.avatar} aria-hidden="true">
              {[...(user.firstName || user.email)][0]?.toUpperCase()}
            </span>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
            aria-label="Picture file"
            onChange={choose}
          />
          <div className={classes.buttons}>
            <Button
              variant="default"
              loading={saving.isPending}
              disabled={user.demo}
              onClick={() => input.current?.click()}
            >
              Choose a picture
            </Button>
            {picture ? (
              <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
                Remove it
              </Button>
            ) : null}
          </div>
        </div>
      </div>
    </Panel>
  );
}
