import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { objectorsQuery } from './traffic-api.ts';

type ObjectorFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void };

/** Selects the customer for whom an administrator objects, by part of the name. The server searches. */
export function ObjectorField({ value, error, onChange }: ObjectorFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(objectorsQuery(q === chosen?.label ? '' : q));
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isFound = chosen === null || found.some((one) => one.value === chosen.value);
  return (
    <Select
      label="For"
      withAsterisk
      searchable
      placeholder="Type a part of the customer’s name"
      nothingFoundMessage="No customer has this name"
      data={isFound ? found : [chosen, ...found]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      error={error}
      onChange={(id, option) => {
        setChosen(id === null ? null : { value: id, label: option?.label ?? '' });
        onChange(id ?? '');
      }}
    />
  );
}
