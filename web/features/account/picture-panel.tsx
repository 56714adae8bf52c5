import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/auth.ts';
import { pictureFault } from '../../lib/picture-file.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { removeAvatar, saveAvatar } from './account-api.ts';

/** The account's picture. The browser sends it unchanged; the server stores it small and without metadata. */
export function PicturePanel({ user }: { user: CurrentUser }) {
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (file: Blob) => {
      const fault = pictureFault(file);
      if (fault !== null) throw new Error(fault);
      await saveAvatar(file);
    },
    onSuccess: () => void showToast({ kind: 'success', message: 'Your picture has been saved' }),
  });
  const removing = useMutation({ meta: { errors: 'own' }, mutationFn: removeAvatar, onMutate: () => saving.reset() });
  const error = saving.error ?? removing.error;
  return (
    <Panel title="Picture" context="Beside your name; JPEG, PNG, WebP, GIF or AVIF up to 5 MB">
      <div className={classes.form}>
        <AlertMessage text={error?.message ?? null} />
        <PictureField
          picture={user.avatar[0]?.publicUrl}
          alt="Your present one"
          name={user.firstName || user.email}
          onChoose={saving.mutate}
          onRemove={removing.mutate}
          isChoosing={saving.isPending}
          isRemoving={removing.isPending}
          isDisabled={user.demo}
        />
      </div>
    </Panel>
  );
}
