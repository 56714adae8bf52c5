import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PROFILE_LENGTHS } from '#contract/account.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { formatDateTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { pictureFault } from '../../lib/picture-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { clearSession, useCurrentUser } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { fetchExport, leave, removeAvatar, saveAvatar, saveProfile } from './account-api.ts';
import { editProfilePageStrings as strings } from './account-strings.ts';
import { DemoNote } from './demo-note.tsx';
import { savePreferences } from './preferences-api.ts';

/** Name and phone number. Only an administrator can change the email address, because it is the sign-in name. */
function ProfilePanel({ user }: { user: CurrentUser }) {
  const draft = useDraft('profile', user.id, {
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
  });
  const { firstName, lastName, phoneNumber } = draft.fields;
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveProfile,
    onSuccess: () => {
      draft.restart(draft.fields);
      void showToast({ kind: 'success', message: strings.profileSaved });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ firstName, lastName, phoneNumber });
  };
  const errors = formErrors(saving.error, Object.keys(draft.fields));
  const isPhoneWrong = !/^[0-9+() ./-]*$/.test(phoneNumber);
  return (
    <Panel title={strings.profile} context={user.customer || strings.profileContext}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <AlertMessage text={errors.form} />
        <div className={classes.pair}>
          <TextInput
            label={strings.firstName}
            autoComplete="given-name"
            maxLength={PROFILE_LENGTHS.name}
            disabled={user.demo}
            value={firstName}
            error={errors.fields.firstName}
            onChange={(event) => draft.change({ firstName: event.currentTarget.value })}
          />
          <TextInput
            label={strings.lastName}
            autoComplete="family-name"
            maxLength={PROFILE_LENGTHS.name}
            disabled={user.demo}
            value={lastName}
            error={errors.fields.lastName}
            onChange={(event) => draft.change({ lastName: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label={strings.phoneNumber}
          type="tel"
          autoComplete="tel"
          maxLength={PROFILE_LENGTHS.phoneNumber}
          disabled={user.demo}
          error={isPhoneWrong ? strings.phoneNumberWrong : errors.fields.phoneNumber}
          value={phoneNumber}
          onChange={(event) => draft.change({ phoneNumber: event.currentTarget.value })}
        />
        <TextInput label={strings.email} readOnly value={user.email} description={strings.emailHint} />
        <div className={classes.buttons}>
          <Button type="submit" loading={saving.isPending} disabled={user.demo || isPhoneWrong}>
            {strings.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Lets users download their data and delete their account. */
function LeavePanel({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const exporting = useMutation({ meta: { errors: 'own' }, mutationFn: fetchExport, onSuccess: saveFile });
  const leavePlan: ConfirmedActionPlan = {
    title: strings.deleteTitle,
    confirmLabel: strings.delete,
    isDangerous: true,
    text: <p>{strings.deleteText}</p>,
    run: async () => {
      await leave();
      clearSession();
      void showToast({ kind: 'success', message: strings.accountDeleted });
      void navigate({ to: '/login', replace: true });
      return null;
    },
  };
  return (
    <Panel title={strings.yourData} context={strings.yourDataContext}>
      <div className={classes.form}>
        <AlertMessage text={exporting.error?.message ?? null} />
        <p className={classes.text}>{strings.yourDataText}</p>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={user.demo}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {strings.downloadMyData}
          </Button>
          <Button variant="light" color="red" disabled={user.demo} onClick={() => setIsAsking(true)}>
            {strings.deleteMyAccount}
          </Button>
        </div>
        <ConfirmedAction plan={isAsking ? leavePlan : null} topic={['account']} onClose={() => setIsAsking(false)} />
      </div>
    </Panel>
  );
}

/** The page `/app/edit_profile`: the user's own account, except for sign-in. */
export function EditProfilePage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageTitle title={strings.editProfile} context={user.email} />
      {user.demo ? <DemoNote /> : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProfilePanel key={user.id} user={user} />
          <LeavePanel user={user} />
        </div>
        <div className={classes.column}>
          <PicturePanel user={user} />
          <TimeZonePanel user={user} />
        </div>
      </div>
    </>
  );
}

/** The account's picture. The browser sends it unchanged; the server stores it in a small size and without metadata. */
function PicturePanel({ user }: { user: CurrentUser }) {
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (file: Blob) => {
      const fault = pictureFault(file);
      if (fault !== null) throw new Error(fault);
      await saveAvatar(file);
    },
    onSuccess: () => void showToast({ kind: 'success', message: strings.pictureSaved }),
  });
  const removing = useMutation({ meta: { errors: 'own' }, mutationFn: removeAvatar, onMutate: () => saving.reset() });
  const error = saving.error ?? removing.error;
  return (
    <Panel title={strings.picture} context={strings.pictureContext}>
      <div className={classes.form}>
        <AlertMessage text={error?.message ?? null} />
        <PictureField
          picture={user.avatar[0]?.publicUrl}
          alt={strings.currentPicture}
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

const ZONES = Intl.supportedValuesOf('timeZone');

/**
 * Sets the time zone of all times and days, in every browser. The look, which the theme panel sets, is also stored with
 * the account.
 */
function TimeZonePanel({ user }: { user: CurrentUser }) {
  const now = useNow();
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: (timeZone: string) => savePreferences({ time_zone: timeZone }),
    onSuccess: () => void showToast({ kind: 'success', message: strings.timeZoneSaved }),
  });
  return (
    <Panel title={strings.timeZoneAndAppearance} context={strings.timeZoneContext}>
      <div className={classes.form}>
        <AlertMessage text={saving.error?.message ?? null} />
        <NativeSelect
          label={strings.timeZone}
          disabled={user.demo}
          value={user.time_zone}
          onChange={(event) => saving.mutate(event.currentTarget.value)}
          data={[
            { value: '', label: strings.browserTimeZone },
            ...ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
        <p className={classes.text}>{interpolate(strings.currentTime, { time: formatDateTimeZone(now) })}</p>
        <p className={classes.text}>{user.demo ? strings.appearanceHintDemo : strings.appearanceHint}</p>
      </div>
    </Panel>
  );
}
