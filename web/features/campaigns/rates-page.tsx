import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RateCard } from '#contract/rate-card.ts';
import { CURRENCY_SIGN } from '../../lib/page-currency.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CampaignsLink } from './campaign-links.tsx';
import { MODEL_CHOICES, MODEL_WORDS, priceWords, VIEW_PRECISION } from './campaign-words.ts';
import { beginRate, CAMPAIGNS, rateCardQuery } from './campaigns-api.ts';

type Rate = RateCard['data'][number];

const keyOf = ({ model, venue_type: type, from }: Rate): string => `${model} ${type ?? ''} ${from}`;
const standingOf = ({ holds, from }: Rate): string =>
  holds ? 'In force' : Date.parse(from) > Date.now() ? 'To come' : 'Over';

const COLUMNS: readonly Column<Rate>[] = [
  { name: 'model', head: 'Paid for', isHeading: true, cell: ({ model }) => MODEL_WORDS[model] },
  {
    name: 'venue_type',
    head: 'Venue type',
    isWrapping: true,
    cell: ({ venue_type: type }) => type ?? 'All without a price of their own',
  },
  {
    name: 'price',
    head: 'Price',
    isNumber: true,
    isWrapping: true,
    cell: ({ model, price }) => priceWords(model, price),
  },
  { name: 'from', head: 'From', cell: ({ from }) => <TimeText instant={from} toThe="minute" /> },
  {
    name: 'standing',
    head: 'Standing',
    cell: (rate) => <StateTag tone={rate.holds ? 'good' : 'neutral'}>{standingOf(rate)}</StateTag>,
  },
];

/**
 * Returns the form for a new price, which applies from now or from a later time on. Submitted flights keep their
 * prices.
 */
const ratePlan = (types: readonly string[]): FormPlan => ({
  id: 'rate',
  title: 'New price',
  context: 'It holds from now or later. Flights that were submitted keep the prices they were submitted with.',
  submitLabel: 'Begin',
  start: { model: 'cpm', venue_type: '', price: '', from: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <NativeSelect
        label="Paid for"
        data={MODEL_CHOICES}
        value={draft.model ?? 'cpm'}
        error={errors.model}
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      <NativeSelect
        label="Venue type"
        data={[{ value: '', label: 'All types without a price of their own' }, ...types]}
        value={draft.venue_type ?? ''}
        error={errors.venue_type}
        onChange={(event) => change({ venue_type: event.currentTarget.value })}
      />
      <TextInput
        label="Price"
        leftSection={CURRENCY_SIGN.trim()}
        {...(draft.model === 'cpm' ? { description: VIEW_PRECISION } : {})}
        inputMode="decimal"
        withAsterisk
        aria-required
        value={draft.price ?? ''}
        error={errors.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      <TextInput
        label="From"
        type="date"
        description="The beginning of a day to come. Empty: from now."
        value={draft.from ?? ''}
        error={errors.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ model = 'cpm', venue_type: type = '', price = '', from = '' }) => {
    await beginRate({
      model: model as Rate['model'],
      venue_type: type === '' ? null : type,
      price: typedDollars(price, 'price'),
      ...(from === '' ? {} : { from }),
    });
    return 'The rate card was changed';
  },
});

/** The page `/admin/campaigns/rates`: the rate card by pricing model and venue type, with all versions. */
export function RatesPage() {
  const { data: card, error, isFetching, refetch } = useQuery(rateCardQuery);
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <CampaignsLink>
        <IconArrowLeft size={16} aria-hidden="true" /> Campaigns
      </CampaignsLink>
      <PageTitle
        title="Rate card"
        context="What flights pay that have no price of their own"
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
            New price
          </Button>
        }
      />
      <Panel label="Prices" flush>
        {card === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
        {error !== null && card === undefined ? (
          <ErrorState
            what="The rate card could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {card?.data.length === 0 ? (
          <EmptyState title="No prices yet">
            Until there is one, an administrator sets the price of each flight.
          </EmptyState>
        ) : null}
        {card === undefined || card.data.length === 0 ? null : (
          <DataTable caption="Prices" columns={COLUMNS} rows={card.data} keyOf={keyOf} sort="" onSort={() => {}} />
        )}
      </Panel>
      <SchemaForm
        plan={isMaking ? ratePlan(card?.venue_types ?? []) : null}
        topic={CAMPAIGNS}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
