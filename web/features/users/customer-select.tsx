import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LinkableCustomer } from '#contract/users.ts';
import { customersQuery } from './users-api.ts';
import { customerSelectStrings as strings } from './users-strings.ts';

export type CustomerSelectProps = {
  /** For screen readers only if `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean;
  placeholder: string;
  value: string;
  /** Receives the id and the displayed name. Both are empty if no customer is chosen. */
  onChange: (customerId: string, name: string) => void;
  kind?: LinkableCustomer['kind'] | undefined;
  error?: string | undefined;
  className?: string;
  /**
   * Text that the user typed into the plain field that this select replaces; undefined if that field did not have the
   * focus.
   */
  begun?: string | undefined;
};

/** Selects a customer by part of its name. The server searches. */
export function CustomerSelect(props: CustomerSelectProps) {
  const { label, isLabelHidden = false, placeholder, value, onChange, kind, error, className = '', begun } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data: chosen } = useQuery({ ...customersQuery({ customer_id: value }), enabled: value !== '' });
  const name = value === '' ? undefined : chosen?.data.find(({ id }) => id === value)?.name;
  // The field shows the chosen customer's name, which is not a search text.
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
  // Runs after the library's own mount effect, which clears the search field when nothing is selected.
  useEffect(() => goOn(), []);
  return (
    <Select
      ref={field}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      className={className}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': strings.clearCustomer }}
      nothingFoundMessage={strings.noResults}
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
