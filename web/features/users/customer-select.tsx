import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LinkableCustomer } from '#contract/users.ts';
import { customersQuery } from './users-api.ts';

export type CustomerSelectProps = {
  /** For screen readers only where `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean;
  placeholder: string;
  value: string;
  /** With the name, as it is shown; both empty for none. */
  onChange: (customerId: string, name: string) => void;
  kind?: LinkableCustomer['kind'] | undefined;
  error?: string | undefined;
  className?: string;
  /** What was typed before this came in the place of a plain field that had the focus; absent where it has not. */
  begun?: string | undefined;
};

/** Chooses a customer by typing part of its name; the server searches. */
export function CustomerSelect(props: CustomerSelectProps) {
  const { label, isLabelHidden = false, placeholder, value, onChange, kind, error, className = '', begun } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data: chosen } = useQuery({ ...customersQuery({ customer_id: value }), enabled: value !== '' });
  const name = value === '' ? undefined : chosen?.data.find(({ id }) => id === value)?.name;
  // The name of what is chosen stands in the field, but is no search.
  const { data: found } = useQuery(customersQuery({ q: q === name ? '' : q, kind }));
  const customers = [...(chosen?.data ?? []), ...(found?.data ?? [])].filter(
    ({ id }, index, all) => all.findIndex((other) => other.id === id) === index,
  );
  const choices = customers.filter((one) => one.id === value || kind === undefined || one.kind === kind);
  const goOn = useEffectEvent(() => {
    if (begun === undefined) return;
    field.current?.focus();
    setTyped(begun);
  });
  // Follows the reader: after the library, which empties a field of nothing chosen when it comes.
  useEffect(() => goOn(), []);
  return (
    <Select
      ref={field}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      className={className}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No customer' }}
      nothingFoundMessage="No customer has this name"
      data={choices.map((one) => ({ value: one.id, label: one.name }))}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onChange={(next, option) => onChange(next ?? '', option?.label ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
