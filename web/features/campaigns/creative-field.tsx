import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CREATIVE_BYTES, CREATIVE_SECONDS, CREATIVE_SHORT_SIDE, CREATIVE_TYPES } from '#contract/creatives.ts';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { showToast } from '../../ui/toast.ts';
import { AdPreview } from './ad-preview.tsx';
import classes from './campaigns.module.css';
import { sendCreative } from './campaigns-api.ts';
import { CreativeList, isProposal } from './creative-list.tsx';

/** Adds the chosen picture to the flight; throws what was refused, which is shown here. */
export type AddCreative = (flight: FlightDetail) => Promise<FlightDetail>;

type CreativeFieldProps = {
  /** Null before the draft is kept: then it is kept first. */
  flight: FlightDetail | null;
  sponsor: string;
  error: string | undefined;
  canBeKept: boolean;
  makeFlight: () => Promise<FlightDetail | null>;
  /** Told how to add what is chosen and not added yet; null when nothing is. */
  onChosen?: (add: AddCreative | null) => void;
  /** Without the list of those that are there. */
  isAlone?: boolean;
  /** A creative was added or removed: it is another version of the flight. */
  onChanged: (flight: FlightDetail) => void;
};

const EMPTY = { name: '', seconds: '10', target: 'https://' };

/** A picture with its seconds and target address, shown as the outlet will before it is sent. */
export function CreativeField(props: CreativeFieldProps) {
  const { flight, sponsor, error, canBeKept, makeFlight, isAlone = false, onChanged, onChosen } = props;
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState(EMPTY);
  const picture = usePictureAddress(file);
  const change = (part: Partial<typeof EMPTY>): void => setTyped({ ...typed, ...part });
  const adding = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (known: FlightDetail | null) => {
      if (file === null) throw new Error('Choose a picture.');
      if (file.size > CREATIVE_BYTES) throw new Error('The picture is larger than 5 MB. Choose a smaller one.');
      const row = known ?? (await makeFlight());
      if (row === null) throw new Error('Give the campaign a name first; then the picture can be kept.');
      return sendCreative(row.id, { ...typed, name: typed.name.trim() || file.name.slice(0, 120) }, file);
    },
    onSuccess: (next) => {
      setFile(null);
      setTyped({ ...EMPTY, target: typed.target });
      onChanged(next);
      const message = isProposal(next) ? 'The creative waits for an administrator' : 'The creative was added';
      void showToast({ kind: 'success', message });
    },
  });
  const tellChosen = useEffectEvent(() => onChosen?.(file === null ? null : adding.mutateAsync));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew with each file
  useEffect(() => tellChosen(), [file]);
  const refused = formErrors(adding.error, ['name', 'seconds', 'target']);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = currentTarget.files ?? [];
    if (chosen) {
      adding.reset();
      setFile(chosen);
      if (typed.name === '') change({ name: chosen.name.replace(/\.\w+$/, '').slice(0, 120) });
    }
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  const { least, most } = CREATIVE_SECONDS;
  return (
    <div className={classes.fields} id="flight-creatives">
      {error === undefined ? null : (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      {!isAlone && flight !== null && flight.creatives.length > 0 ? (
        <CreativeList flight={flight} onChanged={onChanged} />
      ) : null}
      <AlertMessage text={refused.form} />
      <div className={classes.halves}>
        <div className={classes.fields}>
          <input
            ref={input}
            type="file"
            hidden
            accept={CREATIVE_TYPES.join(',')}
            aria-label="Creative file"
            onChange={choose}
          />
          <div>
            <Button variant="default" onClick={() => input.current?.click()}>
              {file === null ? 'Choose a picture' : 'Choose another picture'}
            </Button>
            <p className={classes.muted}>
              PNG, JPEG or WebP up to 5 MB, {CREATIVE_SHORT_SIDE} px or more on its short side.
            </p>
          </div>
          <TextInput
            label="Name of the creative"
            maxLength={120}
            value={typed.name}
            error={refused.fields.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Target address"
            description="Where a click leads; it begins with https://."
            type="url"
            value={typed.target}
            error={refused.fields.target}
            onChange={(event) => change({ target: event.currentTarget.value })}
          />
          <TextInput
            label="Seconds"
            description={`${least} to ${most}`}
            inputMode="numeric"
            value={typed.seconds}
            error={refused.fields.seconds}
            onChange={(event) => change({ seconds: event.currentTarget.value })}
          />
          <Button
            variant="light"
            disabled={file === null || !canBeKept}
            loading={adding.isPending}
            onClick={() => adding.mutate(flight)}
          >
            Add the creative
          </Button>
        </div>
        <AdPreview
          picture={picture}
          name={typed.name || 'your ad'}
          sponsor={sponsor}
          seconds={Number(typed.seconds) || null}
        />
      </div>
    </div>
  );
}

/** The chosen file as the browser shows it; given back when another one is chosen. */
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
