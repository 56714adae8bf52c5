import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customersQuery } from './money-api.ts';
import { customerFieldStrings as strings } from './money-strings.ts';

type CustomerFieldProps = {
  label: string;
  kind: 'property' | 'advertiser';
  isRequired?: boolean;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
};

/** Selects an owner or advertiser by part of the name. The server searches. */
export function CustomerField({ label, kind, isRequired = false, value, error, onChange }: CustomerFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(customersQuery(q === chosen ? '' : q, kind));
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = value === '' || found.some((one) => one.value === value);
  return (
    <Select
      label={label}
      withAsterisk={isRequired}
      searchable
      clearable={!isRequired}
      placeholder={strings.placeholder}
      nothingFoundMessage={strings.noResults}
      data={isListed ? found : [{ value, label: chosen }, ...found]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      error={error}
      onSearchChange={setTyped}
      onChange={(next, option) => {
        setChosen(option?.label ?? '');
        onChange(next ?? '');
      }}
    />
  );
}
