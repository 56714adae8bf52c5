import '@mantine/core/styles/Combobox.layer.css';
import { ComboboxChevron, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import type { CustomerSelectProps } from './customer-select.tsx';

const customerSelect = () => import('./customer-select.tsx');

type LateCustomerSelectProps = Pick<CustomerSelectProps, 'label' | 'placeholder' | 'value' | 'onChange' | 'className'>;

/**
 * A filter by customer. The code of its list is 40 kB, so it loads when the user reaches for the filter, or if a
 * customer is chosen.
 */
export function LateCustomerSelect(props: LateCustomerSelectProps) {
  const { label, placeholder, value, className = '' } = props;
  const [isReached, setReached] = useState(false);
  const [typed, setTyped] = useState('');
  // The text typed while the field has the focus.
  const [begun, setBegun] = useState<string | undefined>();
  const { code, hasFailed, isRetrying, retry } = useLazyModule(customerSelect, isReached || value !== '');
  if (code !== null) return <code.CustomerSelect {...props} isLabelHidden begun={begun} />;
  const reach = (): void => {
    setReached(true);
    if (hasFailed) retry();
  };
  return (
    <TextInput
      aria-label={label}
      className={className}
      placeholder={value === '' ? placeholder : 'Loading...'}
      value={typed}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      error={hasFailed && !isRetrying ? 'The customers could not be loaded.' : undefined}
      onPointerEnter={reach}
      onFocus={() => {
        setBegun(typed);
        reach();
      }}
      onBlur={() => setBegun(undefined)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        setBegun(text);
        if (hasFailed) retry();
      }}
    />
  );
}
