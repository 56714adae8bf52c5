import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MOST_CIRCLE_KM, type TargetPlaces } from '#contract/flight-parts.ts';
import classes from './campaigns.module.css';

type Circle = NonNullable<TargetPlaces['circle']>;
export type Placing = { readonly isPlacing: boolean; readonly onAsk: () => void };
type CircleInputProps = {
  circle: Circle | undefined;
  onChange: (circle: Circle | undefined) => void;
  /** The state of a map beside the form on which the user can choose the center. */
  placing?: Placing | undefined;
};

const LABELS = { lat: 'Latitude', lng: 'Longitude', km: 'Kilometres' } as const;
type Part = keyof typeof LABELS;
const PARTS = Object.keys(LABELS) as Part[];
const MOST: Readonly<Record<Part, number>> = { lat: 90, lng: 180, km: MOST_CIRCLE_KM };

/** The typed circle; null while it is incomplete or invalid. */
function circleOf(typed: Readonly<Record<Part, string>>): Circle | null {
  const [lat, lng, km] = PARTS.map((part) => (typed[part].trim() === '' ? Number.NaN : Number(typed[part])));
  const isGood = (value: number | undefined, most: number): value is number =>
    value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;
  if (!isGood(lat, MOST.lat) || !isGood(lng, MOST.lng) || !isGood(km, MOST.km) || km <= 0) return null;
  return { lat, lng, km };
}

const textsOf = (circle: Circle | undefined): Readonly<Record<Part, string>> => ({
  lat: String(circle?.lat ?? ''),
  lng: String(circle?.lng ?? ''),
  km: String(circle?.km ?? ''),
});

const isSame = (one: Circle, other: Circle | null): boolean =>
  other !== null && PARTS.every((part) => one[part] === other[part]);

/** A circle on the map: its center and radius. It applies once all three fields are filled. */
export function CircleInput({ circle, onChange, placing }: CircleInputProps) {
  const [kept, setTyped] = useState(() => textsOf(circle));
  // A circle chosen on the map appears in these fields as well.
  const typed = circle === undefined || isSame(circle, circleOf(kept)) ? kept : textsOf(circle);
  const isEmpty = PARTS.every((part) => typed[part].trim() === '');
  const isIncomplete = !isEmpty && circleOf(typed) === null;
  const type = (part: Part, text: string): void => {
    const next = { ...typed, [part]: text };
    setTyped(next);
    onChange(circleOf(next) ?? undefined);
  };
  return (
    <fieldset className={classes.circle}>
      <legend>Within a circle</legend>
      <div className={classes.triple}>
        {PARTS.map((part) => (
          <TextInput
            key={part}
            label={LABELS[part]}
            inputMode="decimal"
            value={typed[part]}
            onChange={(event) => type(part, event.currentTarget.value)}
          />
        ))}
      </div>
      {placing === undefined ? null : (
        <Button size="xs" variant="default" mt="xs" aria-pressed={placing.isPlacing} onClick={placing.onAsk}>
          {placing.isPlacing ? 'Click the map where its middle is' : 'Choose its middle on the map'}
        </Button>
      )}
      {isIncomplete ? (
        <p className={classes.muted}>A circle counts once it has a latitude, a longitude and its kilometres.</p>
      ) : null}
    </fieldset>
  );
}
