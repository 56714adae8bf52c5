import { TextInput } from '@mantine/core';
import type { FieldsProps } from './planned-form.tsx';

type BankAccountFieldsProps = Pick<FieldsProps, 'draft' | 'change' | 'errors'> & {
  /** How much of the stored account is told; null without one. */
  now: string | null;
  lengths: { readonly holder: number; readonly account: number };
};

/** `holder`, `account` and `bank` of a form: where somebody is paid. The account itself is told to nobody, and written anew. */
export function BankAccountFields({ draft, change, errors, now, lengths }: BankAccountFieldsProps) {
  return (
    <>
      <TextInput
        label="Holder"
        required
        maxLength={lengths.holder}
        value={draft.holder ?? ''}
        error={errors.holder}
        onChange={(event) => change({ holder: event.currentTarget.value })}
      />
      <TextInput
        label="Account"
        description={now === null ? 'IBAN or number' : `IBAN or number; now ${now}`}
        required
        maxLength={lengths.account}
        autoComplete="off"
        value={draft.account ?? ''}
        error={errors.account}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <TextInput
        label="Bank"
        description="BIC or routing number"
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
