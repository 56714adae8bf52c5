import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/auth.ts';
import { formatDateTimeZone } from '../../lib/formatters.ts';
import { useNow } from '../../lib/use-now.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { savePreferences } from './preferences-api.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/**
 * The time zone of all times and days, in every browser. The theme panel sets the look, which is stored the same way.
 */
export function TimeZonePanel({ user }: { user: CurrentUser }) {
  const now = useNow();
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: (timeZone: string) => savePreferences({ time_zone: timeZone }),
    onSuccess: () => void showToast({ kind: 'success', message: 'Your time zone has been saved' }),
  });
  return (
    <Panel title="Time zone and look" context="Kept with your account and used wherever you sign in">
      <div className={classes.form}>
        <AlertMessage text={saving.error?.message ?? null} />
        <NativeSelect
          label="Time zone"
          disabled={user.demo}
          value={user.time_zone}
          onChange={(event) => saving.mutate(event.currentTarget.value)}
          data={[
            { value: '', label: "This browser's" },
            ...ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
        <p className={classes.text}>Now: {formatDateTimeZone(now)}</p>
        <p className={classes.text}>
          Light, dark and the theme colour are chosen in the theme panel at the top right
          {user.demo ? '; a demo account keeps them in this browser only.' : ', and follow you too.'}
        </p>
      </div>
    </Panel>
  );
}
