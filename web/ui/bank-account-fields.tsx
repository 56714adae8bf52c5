import { NativeSelect, TextInput } from '@mantine/core';
import { interpolate } from '../lib/interpolate.ts';
import type { FieldsProps } from './schema-form.tsx';
import { bankAccountFieldsStrings as strings } from './ui-strings.ts';

type BankAccountFieldsProps = Pick<FieldsProps, 'draft' | 'change' | 'errors'> & {
  /** The stored account number, masked; null if none is stored. */
  now: string | null;
  lengths: { readonly holder: number; readonly account: number };
};

/**
 * The form fields `holder`, `account` and `bank`. The stored account number is never shown in full, so users must enter
 * the number again.
 */
export function BankAccountFields({ draft, change, errors, now, lengths }: BankAccountFieldsProps) {
  return (
    <>
      <TextInput
        label={strings.accountHolder}
        required
        maxLength={lengths.holder}
        value={draft.holder ?? ''}
        error={errors.holder}
        onChange={(event) => change({ holder: event.currentTarget.value })}
      />
      <TextInput
        label={strings.accountNumber}
        description={
          now === null ? strings.accountNumberHint : interpolate(strings.accountNumberHintCurrent, { current: now })
        }
        required
        maxLength={lengths.account}
        autoComplete="off"
        value={draft.account ?? ''}
        error={errors.account}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <TextInput
        label={strings.bankCode}
        description={strings.bankCodeHint}
        required
        maxLength={lengths.account}
        autoComplete="off"
        value={draft.bank ?? ''}
        error={errors.bank}
        onChange={(event) => change({ bank: event.currentTarget.value })}
      />
    </>
  );
}

type Choices = readonly { readonly value: string; readonly label: string }[];
const HOLDER_KINDS: Choices = [
  { value: 'company', label: strings.company },
  { value: 'person', label: strings.person },
];
const ACCOUNT_KINDS: Choices = [
  { value: 'checking', label: strings.checking },
  { value: 'savings', label: strings.savings },
];

/** The form fields `holder_kind` and `account_kind`, which ACH payments need. */
export function AchFields({ draft, change, errors }: Pick<FieldsProps, 'draft' | 'change' | 'errors'>) {
  const select = (name: 'holder_kind' | 'account_kind', label: string, choices: Choices) => (
    <NativeSelect
      label={label}
      data={[...choices]}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {select('holder_kind', strings.recipientType, HOLDER_KINDS)}
      {select('account_kind', strings.usAccountType, ACCOUNT_KINDS)}
    </>
  );
}

type Kinds = { readonly holder_kind: 'company' | 'person'; readonly account_kind: 'checking' | 'savings' };
const USUAL: Kinds = { holder_kind: 'company', account_kind: 'checking' };

/** Returns the initial values of the ACH fields. */
export const achStart = (known: Kinds | null | undefined) => ({
  holder_kind: known?.holder_kind ?? USUAL.holder_kind,
  account_kind: known?.account_kind ?? USUAL.account_kind,
});

/** Returns the values of the ACH fields to send. */
export const achKinds = (draft: FieldsProps['draft']): Kinds => ({
  holder_kind: draft.holder_kind === 'person' ? 'person' : 'company',
  account_kind: draft.account_kind === 'savings' ? 'savings' : 'checking',
});
