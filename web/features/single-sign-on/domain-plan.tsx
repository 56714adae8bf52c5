import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ProviderName } from '#contract/auth.ts';
import type { PublicConfig } from '#contract/site.ts';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { claimDomain, DOMAINS_KEY } from './single-sign-on-api.ts';

type Providers = PublicConfig['sign_in_providers'];

const domainPlan = (providers: Providers): FormPlan => ({
  id: 'new',
  title: 'Add a domain',
  context: 'You prove that it is yours with a DNS record, in the next step.',
  submitLabel: 'Add domain',
  start: { domain: '', provider: providers[0]?.name ?? '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label="E-mail domain"
        description="What follows the @ in your colleagues’ addresses"
        placeholder="example.com"
        maxLength={253}
        required
        data-autofocus
        value={draft.domain ?? ''}
        error={errors.domain}
        onChange={(event) => change({ domain: event.currentTarget.value })}
      />
      <NativeSelect
        label="Provider"
        description="Where your colleagues sign in"
        data={providers.map(({ name, label }) => ({ value: name, label }))}
        value={draft.provider ?? ''}
        error={errors.provider}
        onChange={(event) => change({ provider: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ domain = '', provider = '' }) => {
    await claimDomain({ domain: domain.trim(), provider: provider as ProviderName });
    return 'The domain was added. Create its DNS record next.';
  },
});

export function DomainForm({ providers, onClose }: { providers: Providers; onClose: () => void }) {
  return <SchemaForm plan={domainPlan(providers)} topic={DOMAINS_KEY} onClose={onClose} />;
}
