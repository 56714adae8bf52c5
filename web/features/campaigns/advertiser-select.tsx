import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { advertisersQuery } from './campaigns-api.ts';

type AdvertiserSelectProps = { value: string; error: string | undefined; onChange: (id: string) => void };

/** The advertiser for whom an administrator creates a campaign. The server searches. */
export function AdvertiserSelect({ value, error, onChange }: AdvertiserSelectProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(advertisersQuery(q === chosen ? '' : q));
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = value === '' || found.some((one) => one.value === value);
  return (
    <Select
      label="Advertiser"
      withAsterisk
      searchable
      placeholder="Type a name"
      nothingFoundMessage="No advertiser has this name"
      data={isListed ? found : [{ value, label: chosen }, ...found]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      error={error}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option?.label ?? '');
        onChange(next ?? '');
      }}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
