import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CREATIVE_BYTES, CREATIVE_SECONDS, CREATIVE_SHORT_SIDE, CREATIVE_TYPES } from '#contract/creatives.ts';
import { type FlightDetail, UTM_LENGTH, type Utm } from '#contract/flight-parts.ts';
import { UTM_NAMES } from '#domain/utm.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { FieldsProps } from '../../ui/schema-form.tsx';
import { AdPreview } from './ad-preview.tsx';
import classes from './campaigns.module.css';
import { sendCreative } from './campaigns-api.ts';
import { creativeInputsStrings as strings } from './flights-strings.ts';
import { writtenFlight } from './written-figures.ts';

/** The fields of a creative before it is added. */
export type CreativeDraft = {
  readonly name: string;
  readonly seconds: string;
  readonly target: string;
  readonly file: File | null;
};
export const EMPTY_CREATIVE: CreativeDraft = { name: '', seconds: '10', target: 'https://', file: null };

/**
 * Adds a creative to the flight that `makeFlight` returns. Throws errors that need no request, such as a missing file.
 */
export async function addCreativeTo(
  makeFlight: () => Promise<FlightDetail>,
  { file, ...typed }: CreativeDraft,
): Promise<FlightDetail> {
  if (file === null) throw new Error(strings.pictureMissing);
  if (file.size > CREATIVE_BYTES) throw new Error(strings.pictureTooLarge);
  const flight = await makeFlight();
  const name = typed.name.trim() || file.name.slice(0, 120);
  return writtenFlight(await sendCreative(flight.id, { ...typed, name }, file), flight);
}

type CreativeInputsProps = {
  draft: CreativeDraft;
  change: (part: Partial<CreativeDraft>) => void;
  errors: Readonly<Record<string, string>>;
  sponsor: string;
  /** Shown below the fields. */
  action?: ReactNode;
};

/** A picture with its duration and target URL, beside a preview of the outlet's screen. */
export function CreativeInputs({ draft, change, errors, sponsor, action }: CreativeInputsProps) {
  const input = useRef<HTMLInputElement>(null);
  const { file, name, target, seconds } = draft;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = currentTarget.files ?? [];
    if (chosen) change({ file: chosen, name: name || chosen.name.replace(/\.\w+$/, '').slice(0, 120) });
    // Clears the input, so that the same file can be chosen again.
    currentTarget.value = '';
  };
  const { least, most } = CREATIVE_SECONDS;
  return (
    <div className={classes.halves}>
      <div className={classes.fields}>
        <input
          ref={input}
          type="file"
          hidden
          accept={CREATIVE_TYPES.join(',')}
          aria-label={strings.creativeFile}
          onChange={choose}
        />
        <div>
          <Button id="flight-creatives" variant="default" onClick={() => input.current?.click()}>
            {file === null ? strings.choosePicture : strings.replacePicture}
          </Button>
          <p className={classes.muted}>{interpolate(strings.pictureHint, { shortSide: CREATIVE_SHORT_SIDE })}</p>
        </div>
        <TextInput
          label={strings.creativeName}
          maxLength={120}
          value={name}
          error={errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={strings.targetUrl}
          description={strings.targetUrlHint}
          type="url"
          value={target}
          error={errors.target}
          onChange={(event) => change({ target: event.currentTarget.value })}
        />
        <TextInput
          label={strings.seconds}
          description={interpolate(strings.secondsHint, { least, most })}
          inputMode="numeric"
          value={seconds}
          error={errors.seconds}
          onChange={(event) => change({ seconds: event.currentTarget.value })}
        />
        {action}
      </div>
      <AdPreview
        picture={usePictureAddress(file)}
        name={name || strings.untitledAd}
        sponsor={sponsor}
        seconds={Number(seconds) || null}
      />
    </div>
  );
}

/** The UTM parameters as a form's fields. */
export const utmDraftOf = (utm: Utm): Readonly<Record<string, string>> =>
  Object.fromEntries(UTM_NAMES.map((name) => [name, utm[name] ?? '']));
export const utmOfDraft = (draft: Readonly<Record<string, string>>): Utm =>
  Object.fromEntries(UTM_NAMES.flatMap((name) => (draft[name]?.trim() ? [[name, draft[name].trim()]] : [])));

/** The fields for UTM parameters, closed while all are blank. */
export function UtmInputs({ draft, change, errors, hint }: FieldsProps & { hint: string }) {
  const isUsed = UTM_NAMES.some((name) => draft[name]);
  return (
    <details className={classes.group} open={isUsed}>
      <summary>{strings.utm}</summary>
      <div className={classes.inner}>
        <p className={classes.muted}>{hint}</p>
        {UTM_NAMES.map((name) => (
          <TextInput
            key={name}
            label={name}
            maxLength={UTM_LENGTH}
            value={draft[name] ?? ''}
            error={errors[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </details>
  );
}

/** Returns an object URL for the chosen file. Revokes it when another file is chosen. */
function usePictureAddress(file: File | null): string | null {
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
