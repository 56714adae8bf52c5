import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_CIRCLE_KM, type TargetPlaces, type Targets } from '#contract/flight-parts.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { placeWord } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { targetChoicesQuery } from './campaigns-api.ts';
import { targetFieldStrings as strings } from './flights-strings.ts';

type Names = readonly { readonly id: string; readonly name: string }[];

type TargetFieldProps = {
  targets: Targets;
  /** Names for the ids already in the rule. */
  names: Names;
  error: string | undefined;
  onChange: (targets: Targets) => void;
  placing?: Placing | undefined;
};

/** Where a flight runs: everywhere, or at any of the chosen places, minus exclusions. */
export function TargetField({ targets, names, error, onChange, placing }: TargetFieldProps) {
  const { except = {}, ...places } = targets;
  return (
    <fieldset className={classes.group} id="flight-targets">
      <legend>{strings.targeting}</legend>
      <p className={classes.muted}>{strings.targetingHint}</p>
      {error === undefined ? null : (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      <PlaceInputs
        places={places}
        names={names}
        onChange={(next) => onChange(withoutEmpty({ ...next, except }))}
        words={{ types: strings.venueTypes, states: strings.states, named: strings.namedPlaces }}
      />
      <CircleInput
        circle={places.circle}
        placing={placing}
        onChange={(circle) => {
          const { circle: _, ...others } = targets;
          onChange(circle === undefined ? others : { ...others, circle });
        }}
      />
      <details open={Object.keys(except).length > 0}>
        <summary>{strings.exclusions}</summary>
        <div className={classes.inner}>
          <PlaceInputs
            places={except}
            names={names}
            onChange={(next) => onChange(withoutEmpty({ ...places, except: next }))}
            words={{
              types: strings.excludedTypes,
              states: strings.excludedStates,
              named: strings.excludedPlaces,
            }}
          />
        </div>
      </details>
    </fieldset>
  );
}

type PlaceInputsProps = {
  places: TargetPlaces;
  names: Names;
  words: { readonly types: string; readonly states: string; readonly named: string };
  onChange: (places: TargetPlaces) => void;
};

function PlaceInputs({ places, names, words, onChange }: PlaceInputsProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data: all } = useQuery(targetChoicesQuery(''));
  const { data: found } = useQuery(targetChoicesQuery(q));
  const [seen, setSeen] = useState<Names>(names);
  const wordChoices = (list: 'venue_types' | 'states') => {
    const known = (all?.[list] ?? []).map(({ id, name, outlets }) => ({
      value: id,
      label: interpolate(strings.choiceWithOutlets, { name: placeWord(list, name), outlets: formatCount(outlets) }),
    }));
    const chosen = (places[list] ?? []).map((word) => word.trim().toLowerCase());
    const lost = chosen.filter((word) => !known.some(({ value }) => value === word));
    return {
      data: [...known, ...lost.map((word) => ({ value: word, label: placeWord(list, word) }))],
      value: [...new Set(chosen)],
    };
  };
  const chosen = placeKeys(places);
  const groups = NAMED_PLACES.map(({ list, label }) => {
    const items = (found?.[list] ?? []).map(({ id, name, within }) => ({
      value: `${list}:${id}`,
      label: within === '' ? name : interpolate(strings.choiceWithin, { name, within }),
    }));
    const kept = chosen
      .filter((key) => key.startsWith(`${list}:`) && !items.some(({ value }) => value === key))
      .map((key) => ({ value: key, label: seen.find(({ id }) => key.endsWith(id))?.name ?? strings.removedPlace }));
    return { group: label, items: [...items, ...kept] };
  });
  const common = { searchable: true, clearable: true, comboboxProps: { withinPortal: true }, maxDropdownHeight: 260 };
  return (
    <>
      {(['venue_types', 'states'] as const).map((list) => (
        <MultiSelect
          {...common}
          key={list}
          label={list === 'states' ? words.states : words.types}
          nothingFoundMessage={strings.noMatch}
          {...wordChoices(list)}
          onChange={(values) => onChange(withWords(places, list, values))}
        />
      ))}
      <MultiSelect
        {...common}
        label={words.named}
        placeholder={strings.searchPlaceholder}
        nothingFoundMessage={strings.noMatch}
        data={groups}
        value={chosen}
        filter={({ options }) => options}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(keys) => {
          const labels = groups.flatMap(({ items }) =>
            items.map(({ value, label }) => ({ id: value.slice(value.indexOf(':') + 1), name: label })),
          );
          setSeen([...labels, ...seen]);
          onChange(withPlaceKeys(places, keys));
        }}
      />
    </>
  );
}

/** The lists in a targeting rule that contain ids. */
const NAMED_PLACES = [
  { list: 'customers', label: strings.customers },
  { list: 'venues', label: strings.venues },
  { list: 'outlets', label: strings.outlets },
] as const;

/** Returns a rule's ids, prefixed by their kind, as one list of choices. */
export const placeKeys = (places: TargetPlaces): string[] =>
  NAMED_PLACES.flatMap(({ list }) => (places[list] ?? []).map((id) => `${list}:${id}`));

/** Replaces a rule's IDs with those in a list in the format of `placeKeys`. */
export function withPlaceKeys(places: TargetPlaces, keys: readonly string[]): TargetPlaces {
  const { customers: _, venues: _venues, outlets: _outlets, ...others } = places;
  const named = NAMED_PLACES.flatMap(({ list }) => {
    const ids = keys.filter((key) => key.startsWith(`${list}:`)).map((key) => key.slice(list.length + 1));
    return ids.length === 0 ? [] : [[list, ids] as const];
  });
  return { ...others, ...Object.fromEntries(named) };
}

export function withWords(
  places: TargetPlaces,
  list: 'venue_types' | 'states',
  words: readonly string[],
): TargetPlaces {
  const { [list]: _, ...others } = places;
  return words.length === 0 ? others : { ...others, [list]: [...words] };
}

/** Drops exclusions that name no place. */
export function withoutEmpty({ except, ...places }: Targets): Targets {
  return except === undefined || Object.keys(except).length === 0 ? places : { ...places, except };
}

const KM_PER_MILE = 1.609344;
type Unit = 'km' | 'mi';
const UNIT_CHOICES = [
  { value: 'mi', label: strings.miles },
  { value: 'km', label: strings.kilometers },
];
/** Rounds to meters, so that a length in miles converts to the same number each time. */
const kmOf = (length: number, unit: Unit): number =>
  unit === 'km' ? length : Math.round(length * KM_PER_MILE * 1_000) / 1_000;
const lengthOf = (km: number, unit: Unit): number => (unit === 'km' ? km : Math.round((km / KM_PER_MILE) * 100) / 100);

/** Radius of a circle around a place that was found by name, in the chosen unit. */
const FOUND_RADIUS = 25;

type Circle = NonNullable<TargetPlaces['circle']>;
type Placing = { readonly isPlacing: boolean; readonly onAsk: () => void };
type CircleInputProps = {
  circle: Circle | undefined;
  onChange: (circle: Circle | undefined) => void;
  /** State of a map beside the form on which the user can choose the center. */
  placing?: Placing | undefined;
};

const LABELS = { lat: strings.latitude, lng: strings.longitude, km: strings.radius } as const;
type Part = keyof typeof LABELS;
const PARTS = Object.keys(LABELS) as Part[];
const MOST: Readonly<Record<Part, number>> = { lat: 90, lng: 180, km: MOST_CIRCLE_KM };

/** Returns the typed circle; null while it is incomplete or invalid. */
function circleOf(typed: Readonly<Record<Part, string>>, unit: Unit): Circle | null {
  const [lat, lng, length] = PARTS.map((part) => (typed[part].trim() === '' ? Number.NaN : Number(typed[part])));
  const km = length === undefined ? undefined : kmOf(length, unit);
  const isGood = (value: number | undefined, most: number): value is number =>
    value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;
  if (!isGood(lat, MOST.lat) || !isGood(lng, MOST.lng) || !isGood(km, MOST.km) || km <= 0) return null;
  return { lat, lng, km };
}

const textsOf = (circle: Circle | undefined, unit: Unit): Readonly<Record<Part, string>> => ({
  lat: String(circle?.lat ?? ''),
  lng: String(circle?.lng ?? ''),
  km: circle === undefined ? '' : String(lengthOf(circle.km, unit)),
});

const isSame = (one: Circle, other: Circle | null): boolean =>
  other !== null && PARTS.every((part) => one[part] === other[part]);

/**
 * A circle on the map, entered as a place or a center, and a radius in miles or kilometers. The circle applies once all
 * fields are filled.
 */
function CircleInput({ circle, onChange, placing }: CircleInputProps) {
  const [isMetric, setMetric] = useStoredFlag('circleUnit', 'km');
  const unit = isMetric ? 'km' : 'mi';
  const [kept, setTyped] = useState(() => textsOf(circle, unit));
  // A circle chosen on the map appears in these fields, too.
  const typed = circle === undefined || isSame(circle, circleOf(kept, unit)) ? kept : textsOf(circle, unit);
  const isEmpty = PARTS.every((part) => typed[part].trim() === '');
  const isIncomplete = !isEmpty && circleOf(typed, unit) === null;
  const type = (part: Part, text: string): void => {
    const next = { ...typed, [part]: text };
    setTyped(next);
    onChange(circleOf(next, unit) ?? undefined);
  };
  const center = (at: { readonly lat: number; readonly lng: number }): void => {
    const next = { ...textsOf(circle, unit), lat: String(at.lat), lng: String(at.lng) };
    const whole = next.km === '' ? { ...next, km: String(FOUND_RADIUS) } : next;
    setTyped(whole);
    onChange(circleOf(whole, unit) ?? undefined);
  };
  return (
    <fieldset className={classes.circle}>
      <legend>{strings.circle}</legend>
      <PlaceSearch onFound={center} />
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
        <NativeSelect
          label={strings.unit}
          data={UNIT_CHOICES}
          value={unit}
          onChange={(event) => {
            const next = event.currentTarget.value as Unit;
            setMetric(next === 'km');
            // The circle stays the same; only its text changes.
            setTyped(circle === undefined ? typed : textsOf(circle, next));
          }}
        />
      </div>
      {placing === undefined ? null : (
        <Button size="xs" variant="default" mt="xs" aria-pressed={placing.isPlacing} onClick={placing.onAsk}>
          {placing.isPlacing ? strings.clickMap : strings.chooseOnMap}
        </Button>
      )}
      {isIncomplete ? <p className={classes.muted}>{strings.circleIncomplete}</p> : null}
    </fieldset>
  );
}

type PlaceSearchProps = { onFound: (at: { readonly lat: number; readonly lng: number }) => void };

/** Finds a circle's center by the name of a city or venue, or by a venue's address. */
function PlaceSearch({ onFound }: PlaceSearchProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(targetChoicesQuery(q));
  const places = data?.places ?? [];
  const labelOf = ({ name, within }: (typeof places)[number]): string =>
    within === '' ? name : interpolate(strings.placeWithin, { name, within });
  const byLabel = new Map(places.map((place) => [labelOf(place), place]));
  return (
    <Select
      mb="xs"
      label={strings.place}
      description={strings.placeHint}
      searchable
      placeholder={strings.searchPlaceholder}
      nothingFoundMessage={typed.trim().length < 2 ? strings.placeHint : strings.noMatch}
      data={[...byLabel.keys()]}
      filter={({ options }) => options}
      value={null}
      onSearchChange={setTyped}
      onChange={(label) => {
        const found = label === null ? undefined : byLabel.get(label);
        if (found !== undefined) onFound(found);
      }}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
