import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { FlightDetail } from '#contract/flight-parts.ts';
import type { Draft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './campaigns.module.css';
import { addCreativeTo, type CreativeDraft, CreativeInputs, EMPTY_CREATIVE } from './creative-inputs.tsx';
import { CreativeList } from './creative-list.tsx';

/** Adds the chosen picture to the flight. Throws a refusal, which this field shows. */
export type AddCreative = (flight: FlightDetail) => Promise<FlightDetail>;

type CreativeFieldProps = {
  /** Null before the draft is stored; the field then stores it first. */
  flight: FlightDetail | null;
  text: Draft<CreativeDraft>;
  sponsor: string;
  error: string | undefined;
  canBeKept: boolean;
  makeFlight: () => Promise<FlightDetail | null>;
  /** Receives the function that adds a chosen but not yet added picture; null if there is none. */
  onChosen: (add: AddCreative | null) => void;
  /** Called after a creative was added or removed, with the new version of the flight. */
  onChanged: (flight: FlightDetail) => void;
};

/** The creatives of a draft flight, and fields for one more. */
export function CreativeField(props: CreativeFieldProps) {
  const { flight, text, sponsor, error, canBeKept, makeFlight, onChanged, onChosen } = props;
  const { file, target } = text.fields;
  const adding = useMutation({
    meta: { errors: 'own' },
    mutationFn: (known: FlightDetail | null) =>
      addCreativeTo(async () => {
        const row = known ?? (await makeFlight());
        if (row === null) throw new Error('Give the campaign a name first; then the picture can be kept.');
        return row;
      }, text.fields),
    onSuccess: (next) => {
      text.restart({ ...EMPTY_CREATIVE, target });
      onChanged(next);
      void showToast({ kind: 'success', message: 'The creative was added' });
    },
  });
  const tellChosen = useEffectEvent(() => onChosen(file === null ? null : adding.mutateAsync));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file starts a new check
  useEffect(() => tellChosen(), [file]);
  const refused = formErrors(adding.error, ['name', 'seconds', 'target']);
  return (
    <div className={classes.fields} id="flight-creatives">
      {error === undefined ? null : (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      {flight !== null && flight.creatives.length > 0 ? <CreativeList flight={flight} onChanged={onChanged} /> : null}
      <AlertMessage text={refused.form} />
      {text.wasKept ? <StaleNote onClear={text.clear} /> : null}
      <CreativeInputs
        draft={text.fields}
        errors={refused.fields}
        sponsor={sponsor}
        change={(part) => {
          if (part.file) adding.reset();
          text.change(part);
        }}
        action={
          <Button
            variant="light"
            disabled={file === null || !canBeKept}
            loading={adding.isPending}
            onClick={() => adding.mutate(flight)}
          >
            Add the creative
          </Button>
        }
      />
    </div>
  );
}
