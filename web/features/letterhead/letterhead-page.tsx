import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Letterhead, LOGO_BYTES } from '#contract/letterhead.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { base64Of } from '../../lib/save-file.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './letterhead.module.css';
import { LETTERHEAD, letterheadQuery, sendLetterhead } from './letterhead-api.ts';
import { letterheadPageStrings as strings } from './letterhead-strings.ts';

/** The page `/admin/letterhead`: the sender on statements and invoices (docs/ledger-and-documents.md#documents). */
export function LetterheadPage() {
  const { data, error, isFetching, refetch } = useQuery(letterheadQuery);
  const [plan, setPlan] = useState<FormPlan | null>(null);
  return (
    <>
      <PageTitle title={strings.letterhead} context={strings.context} />
      <Panel
        actions={
          data ? (
            <Button variant="default" onClick={() => setPlan(letterheadPlan(data, async () => (await refetch()).data))}>
              {strings.changeLetterhead}
            </Button>
          ) : null
        }
        title={strings.preview}
      >
        {data ? <Preview letterhead={data} /> : null}
        {error && !data ? (
          <ErrorState
            what={strings.letterheadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {data || error ? null : <LinesSkeleton lines={4} />}
      </Panel>
      <SchemaForm plan={plan} topic={LETTERHEAD} onClose={() => setPlan(null)} />
    </>
  );
}

function Preview({ letterhead }: { letterhead: Letterhead }) {
  const { address, by, contact, logo, name, paper, payment, since, tax_id: taxId } = letterhead;
  if (since === null) return <p>{strings.empty}</p>;
  return (
    <>
      {logo === null ? null : <img className={classes.logo} src={logo} alt={interpolate(strings.logoOf, { name })} />}
      <p className={classes.lines}>
        {[name, address, taxId === '' ? '' : interpolate(strings.taxIdLine, { taxId }), contact]
          .filter((text) => text !== '')
          .join('\n')}
      </p>
      <h3 className={classes.head}>{strings.onInvoices}</h3>
      <p className={classes.lines}>{payment === '' ? strings.noPaymentInstructions : payment}</p>
      <h3 className={classes.head}>{strings.paper}</h3>
      <p className={classes.lines}>{PAPERS.find(({ value }) => value === paper)?.label}</p>
      <p className={classes.quiet}>{interpolate(strings.sinceBy, { since: <TimeText instant={since} />, by })}</p>
    </>
  );
}

const KEEP = [
  { value: 'keep', label: strings.keepLogo },
  { value: 'remove', label: strings.removeLogo },
];

/** The paper sizes to choose from. The chosen size applies to all later documents. */
const PAPERS = [
  { value: 'country', label: strings.paperByCountry },
  { value: 'letter', label: strings.paperLetter },
  { value: 'a4', label: strings.paperIso },
] as const;

function letterheadPlan(stored: Letterhead, again: () => Promise<Letterhead | undefined>): FormPlan {
  const { address, contact, logo, name, paper, payment, since, tax_id: taxId } = stored;
  // A draft stores only text, so this variable holds the file.
  let file: File | undefined;
  return {
    id: 'letterhead',
    title: strings.letterhead,
    context: strings.formContext,
    submitLabel: strings.save,
    stored: {
      again: async () => {
        const newer = await again();
        return newer === undefined ? null : letterheadPlan(newer, again);
      },
      labels: {
        name: strings.companyName,
        address: strings.address,
        tax_id: strings.taxId,
        contact: strings.contact,
        payment: strings.paymentInstructions,
        paper: strings.paper,
      },
    },
    start: { name, address, tax_id: taxId, contact, payment, paper, logo: 'keep' },
    fields: ({ draft, change, errors }) => (
      <>
        <TextInput
          label={strings.companyName}
          withAsterisk
          data-autofocus
          value={draft.name ?? ''}
          error={errors.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Textarea
          label={strings.address}
          rows={4}
          value={draft.address ?? ''}
          error={errors.address}
          onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        />
        <TextInput
          label={strings.taxId}
          value={draft.tax_id ?? ''}
          error={errors.tax_id}
          onChange={({ currentTarget }) => change({ tax_id: currentTarget.value })}
        />
        <TextInput
          label={strings.contact}
          description={strings.contactHint}
          value={draft.contact ?? ''}
          error={errors.contact}
          onChange={({ currentTarget }) => change({ contact: currentTarget.value })}
        />
        <Textarea
          label={strings.paymentInstructions}
          description={strings.paymentInstructionsHint}
          rows={4}
          value={draft.payment ?? ''}
          error={errors.payment}
          onChange={({ currentTarget }) => change({ payment: currentTarget.value })}
        />
        <NativeSelect
          label={strings.paper}
          description={strings.paperHint}
          data={PAPERS}
          value={draft.paper ?? 'country'}
          error={errors.paper}
          onChange={({ currentTarget }) => change({ paper: currentTarget.value })}
        />
        <label className={classes.file}>
          {strings.newLogo}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ currentTarget }) => {
              file = currentTarget.files?.[0];
            }}
          />
          <span className={classes.quiet}>{errors.logo ?? strings.logoHint}</span>
        </label>
        {logo === null ? null : (
          <NativeSelect
            label={strings.currentLogo}
            data={KEEP}
            value={draft.logo ?? 'keep'}
            onChange={({ currentTarget }) => change({ logo: currentTarget.value })}
          />
        )}
      </>
    ),
    submit: async (draft) => {
      if (file !== undefined && file.size > LOGO_BYTES) throw new Error(strings.logoTooLarge);
      const { address: lines = '', contact: reached = '', name: called = '', payment: paid = '', tax_id = '' } = draft;
      const picture = file === undefined ? (draft.logo === 'remove' ? '' : null) : await base64Of(file);
      const words = { name: called, address: lines, tax_id, contact: reached, payment: paid };
      const chosen = PAPERS.find(({ value }) => value === draft.paper)?.value ?? 'country';
      await sendLetterhead({ ...words, paper: chosen, logo: picture, since });
      return strings.saved;
    },
  };
}
