import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { MOST_CIRCLE_KM, type TargetPlaces } from '#contract/flight-parts.ts';
import classes from './campaigns.module.css';

type Circle = NonNullable<TargetPlaces['circle']>;
type CircleInputProps = { circle: Circle | undefined; onChange: (circle: Circle | undefined) => void };

const LABELS = { lat: 'Latitude', lng: 'Longitude', km: 'Kilometres around' } as const;
type Part = keyof typeof LABELS;
const PARTS = Object.keys(LABELS) as Part[];
const MOST: Readonly<Record<Part, number>> = { lat: 90, lng: 180, km: MOST_CIRCLE_KM };

/** The circle that is typed; null while it is none. */
function circleOf(typed: Readonly<Record<Part, string>>): Circle | null {
  const [lat, lng, km] = PARTS.map((part) => (typed[part].trim() === '' ? Number.NaN : Number(typed[part])));
  const isGood = (value: number | undefined, most: number): value is number =>
    value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;
  if (!isGood(lat, MOST.lat) || !isGood(lng, MOST.lng) || !isGood(km, MOST.km) || km <= 0) return null;
  return { lat, lng, km };
}

/** A circle on the map: its middle and how far it reaches. It counts once all three are there. */
export function CircleInput({ circle, onChange }: CircleInputProps) {
  const [typed, setTyped] = useState<Readonly<Record<Part, string>>>({
    lat: String(circle?.lat ?? ''),
    lng: String(circle?.lng ?? ''),
    km: String(circle?.km ?? ''),
  });
  const isEmpty = PARTS.every((part) => typed[part].trim() === '');
  const isIncomplete = !isEmpty && circleOf(typed) === null;
  const type = (part: Part, text: string): void => {
    const next = { ...typed, [part]: text };
    setTyped(next);
    onChange(circleOf(next) ?? undefined);
  };
  return (
    <div>
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
      {isIncomplete ? (
        <p className={classes.muted}>A circle counts once it has a latitude, a longitude and its kilometres.</p>
      ) : null}
    </div>
  );
}
