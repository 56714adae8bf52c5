import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NETWORK_SETTINGS, type NetworkSettings, type ShownSetting } from '#contract/settings.ts';
import { formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FieldsProps, type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import classes from './settings.module.css';
import { SETTINGS, sendSetting, settingsQuery } from './settings-api.ts';
import { SETTING_TEXTS, settingsPageStrings as strings } from './settings-strings.ts';

const GROUPS = Object.keys(strings.groups) as (keyof typeof strings.groups)[];

/** The page `/admin/settings`: the settings that administrators store (docs/installation.md#settings). */
export function SettingsPage() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const reread = async () => (await refetch()).data;
  return (
    <>
      <PageTitle title={strings.title} context={strings.context} />
      {error && !data ? (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <Panel key={group} title={strings.groups[group]}>
            {data === undefined ? (
              error ? null : (
                <LinesSkeleton lines={3} />
              )
            ) : (
              <dl className={classes.list}>
                {data.data
                  .filter(({ name }) => NETWORK_SETTINGS[name].group === group)
                  .map((setting) => (
                    <SettingRow
                      key={setting.name}
                      setting={setting}
                      onChange={() => setPlan(settingPlan(setting, data.version, reread))}
                    />
                  ))}
              </dl>
            )}
          </Panel>
        ))}
        <Panel title={strings.elsewhere}>
          <ul className={classes.links}>
            <li>
              <Link to="/admin/letterhead">{strings.logo}</Link>
            </li>
            <li>
              <Link to="/admin/money/accounts">{strings.payoutAccount}</Link>
            </li>
            <li>
              <Link to="/app/alerts">{strings.silence}</Link>
            </li>
          </ul>
        </Panel>
      </div>
      <SchemaForm plan={plan} topic={SETTINGS} onClose={() => setPlan(null)} />
    </>
  );
}

function SettingRow({ setting, onChange }: { setting: ShownSetting; onChange: () => void }) {
  const { name, source, value } = setting;
  const { label, hint } = SETTING_TEXTS[name];
  const isFixed = source === 'environment';
  const waiting = waitingText(setting);
  return (
    <div className={classes.row}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {name === 'color' ? <span className={classes.swatch} style={{ background: value }} aria-hidden="true" /> : null}
        {shownValue(name, value)}
      </dd>
      {waiting === null ? null : <dd className={classes.note}>{waiting}</dd>}
      <dd className={classes.note}>
        {isFixed ? interpolate(strings.byEnvironment, { variable: NETWORK_SETTINGS[name].variable }) : hint}
      </dd>
      {isFixed ? null : (
        <dd className={classes.act}>
          <Button
            variant="default"
            size="xs"
            aria-label={interpolate(strings.changeLabel, { setting: label })}
            onClick={onChange}
          >
            {strings.change}
          </Button>
        </dd>
      )}
    </div>
  );
}

function waitingText({ name, saved, value, from, source }: ShownSetting): string | null {
  if (source === 'environment' || (saved === value && from === null)) return null;
  if (from !== null)
    return interpolate(strings.waitsForDay, {
      day: formatDay(from),
      value: shownValue(name, saved ?? value),
    });
  if (saved === null || NETWORK_SETTINGS[name].applies !== 'start') return null;
  return interpolate(strings.waitsForStart, { value: shownValue(name, saved) });
}

/** Formats a value in the environment variable's format for people. */
function shownValue(name: ShownSetting['name'], value: string): string {
  const { kind } = NETWORK_SETTINGS[name];
  if (value === '') return strings.noLimit;
  if (kind === 'switch') return value === 'on' ? strings.on : strings.off;
  if (kind === 'share') return `${percentOf(value)}%`;
  if (kind === 'choice') return strings.signUp[value as keyof typeof strings.signUp];
  const { unit } = SETTING_TEXTS[name];
  return unit === undefined ? value : `${value} ${unit}`;
}

const percentOf = (share: string): string => String(Math.round(Number(share) * 1_000_000) / 10_000);

/** Returns the value in the form's field. A share is edited in percent. */
const editedValue = (name: ShownSetting['name'], value: string): string =>
  NETWORK_SETTINGS[name].kind === 'share' ? `${percentOf(value)}%` : value;

function settingPlan(
  setting: ShownSetting,
  version: string,
  reread: () => Promise<NetworkSettings | undefined>,
): FormPlan {
  const { name } = setting;
  const { label, hint } = SETTING_TEXTS[name];
  const { applies } = NETWORK_SETTINGS[name];
  const current = editedValue(name, setting.from === null ? (setting.saved ?? setting.value) : setting.value);
  return {
    id: `setting:${name}`,
    title: label,
    context: applies === 'start' ? `${hint} ${strings.afterRestart}` : hint,
    submitLabel: strings.save,
    stored: {
      again: async () => {
        const newer = await reread();
        const found = newer?.data.find((one) => one.name === name);
        return newer === undefined || found === undefined ? null : settingPlan(found, newer.version, reread);
      },
      labels: { value: label },
    },
    start: { value: current, from: '' },
    fields: (props) => <SettingFields setting={setting} {...props} />,
    submit: async ({ value = '', from = '' }) => {
      const isDated = applies === 'day';
      const stored = value.trim() === '' ? null : value;
      await sendSetting({ name, value: stored, version, ...(isDated ? { from } : {}) });
      if (isDated) return interpolate(strings.savedForDay, { setting: label, day: formatDay(from) });
      return interpolate(applies === 'start' ? strings.savedForLater : strings.saved, { setting: label });
    },
  };
}

function SettingFields({ setting, draft, change, errors }: FieldsProps & { setting: ShownSetting }) {
  const { name } = setting;
  const { label, unit } = SETTING_TEXTS[name];
  const definition = NETWORK_SETTINGS[name];
  const blank =
    setting.default === ''
      ? strings.restoresNone
      : interpolate(strings.restoresDefault, { value: shownValue(name, setting.default) });
  const common = {
    label: unit === undefined ? label : `${label} (${unit})`,
    'data-autofocus': true,
    value: draft.value ?? '',
    error: errors.value,
  };
  const options = optionsOf(definition);
  return (
    <>
      {options === null ? (
        <TextInput
          {...common}
          description={blank}
          type={definition.kind === 'color' ? 'color' : 'text'}
          inputMode={definition.kind === 'number' ? 'decimal' : 'text'}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      ) : (
        <NativeSelect
          {...common}
          data={options}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      )}
      {definition.applies === 'day' ? (
        <TextInput
          type="date"
          label={strings.firstDay}
          description={strings.firstDayHint}
          value={draft.from ?? ''}
          error={errors.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
      ) : null}
    </>
  );
}

type Option = { readonly value: string; readonly label: string };

/** Returns the values to choose from; null if the value is typed. */
function optionsOf(definition: (typeof NETWORK_SETTINGS)[ShownSetting['name']]): Option[] | null {
  if (definition.kind === 'zone')
    return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value }));
  if (definition.kind === 'switch')
    return [
      { value: 'on', label: strings.on },
      { value: 'off', label: strings.off },
    ];
  return definition.kind === 'choice'
    ? definition.values.map((value) => ({ value, label: strings.signUp[value] }))
    : null;
}
