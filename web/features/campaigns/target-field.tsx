import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TargetPlaces, Targets } from '#contract/flight-parts.ts';
import { formatCount } from '../../lib/formatters.ts';
import classes from './campaigns.module.css';
import { targetChoicesQuery } from './campaigns-api.ts';
import { CircleInput, type Placing } from './circle-input.tsx';
import { NAMED_PLACES, placeKeys, withoutEmpty, withPlaceKeys, withWords } from './target-places.ts';

type Names = readonly { readonly id: string; readonly name: string }[];

type TargetFieldProps = {
  targets: Targets;
  /** Names for the ids that the rule already contains. */
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
      <legend>Where it runs</legend>
      <p className={classes.muted}>
        Everywhere, unless you choose some. What comes to match later is reached from then on.
      </p>
      {error === undefined ? null : (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      <PlaceInputs
        places={places}
        names={names}
        onChange={(next) => onChange(withoutEmpty({ ...next, except }))}
        words={{ types: 'Venue types', states: 'States', named: 'Customers, venues, outlets' }}
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
        <summary>Not at…</summary>
        <div className={classes.inner}>
          <PlaceInputs
            places={except}
            names={names}
            onChange={(next) => onChange(withoutEmpty({ ...places, except: next }))}
            words={{ types: 'Not venue types', states: 'Not states', named: 'Not customers, venues, outlets' }}
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
      label: `${name} (${formatCount(outlets)})`,
    }));
    const chosen = (places[list] ?? []).map((word) => word.trim().toLowerCase());
    const lost = chosen.filter((word) => !known.some(({ value }) => value === word));
    return { data: [...known, ...lost.map((word) => ({ value: word, label: word }))], value: [...new Set(chosen)] };
  };
  const chosen = placeKeys(places);
  const groups = NAMED_PLACES.map(({ list, label }) => {
    const items = (found?.[list] ?? []).map(({ id, name, within }) => ({
      value: `${list}:${id}`,
      label: within === '' ? name : `${name} – ${within}`,
    }));
    const kept = chosen
      .filter((key) => key.startsWith(`${list}:`) && !items.some(({ value }) => value === key))
      .map((key) => ({ value: key, label: seen.find(({ id }) => key.endsWith(id))?.name ?? 'No longer there' }));
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
          nothingFoundMessage="None has this name"
          {...wordChoices(list)}
          onChange={(values) => onChange(withWords(places, list, values))}
        />
      ))}
      <MultiSelect
        {...common}
        label={words.named}
        placeholder="Type a name"
        nothingFoundMessage="None has this name"
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
