import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RateCard } from '#contract/rate-card.ts';
import { capitalized } from '#domain/capitalized.ts';
import { CURRENCY_SIGN } from '../../lib/page-currency.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CampaignsLink } from './campaign-links.tsx';
import { MODEL_CHOICES, MODEL_WORDS, priceWords, VIEW_PRECISION } from './campaign-words.ts';
import { beginRate, CAMPAIGNS, rateCardQuery } from './campaigns-api.ts';
import { ratesPageStrings as strings } from './campaigns-strings.ts';

type Rate = RateCard['data'][number];

const keyOf = ({ model, venue_type: type, from }: Rate): string => `${model} ${type ?? ''} ${from}`;
const standingOf = ({ holds, from }: Rate): string =>
  holds ? strings.current : Date.parse(from) > Date.now() ? strings.upcoming : strings.past;

const COLUMNS: readonly Column<Rate>[] = [
  {
    name: 'model',
    head: strings.pricingModel,
    isHeading: true,
    value: ({ model }) => MODEL_WORDS[model],
    cell: ({ model }) => MODEL_WORDS[model],
  },
  {
    name: 'venue_type',
    head: strings.venueType,
    isWrapping: true,
    value: ({ venue_type: type }) => (type === null ? strings.otherTypes : capitalized(type)),
    cell: ({ venue_type: type }) => (type === null ? strings.otherTypes : capitalized(type)),
  },
  {
    name: 'price',
    head: strings.price,
    isNumber: true,
    isWrapping: true,
    value: ({ price }) => price,
    cell: ({ model, price }) => priceWords(model, price),
  },
  {
    name: 'from',
    head: strings.from,
    value: ({ from }) => from,
    cell: ({ from }) => <TimeText instant={from} toThe="minute" />,
  },
  {
    name: 'standing',
    head: strings.status,
    value: standingOf,
    cell: (rate) => <StateTag tone={rate.holds ? 'good' : 'neutral'}>{standingOf(rate)}</StateTag>,
  },
];

/**
 * Returns the form for a new price, which applies from now or from a later time on. Submitted flights keep their
 * prices.
 */
const ratePlan = (types: readonly string[]): FormPlan => ({
  id: 'rate',
  title: strings.newPrice,
  context: strings.newPriceContext,
  submitLabel: strings.addPrice,
  start: { model: 'cpm', venue_type: '', price: '', from: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <NativeSelect
        label={strings.pricingModel}
        data={MODEL_CHOICES}
        value={draft.model ?? 'cpm'}
        error={errors.model}
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.venueType}
        data={[
          { value: '', label: strings.otherTypesChoice },
          ...types.map((value) => ({ value, label: capitalized(value) })),
        ]}
        value={draft.venue_type ?? ''}
        error={errors.venue_type}
        onChange={(event) => change({ venue_type: event.currentTarget.value })}
      />
      <TextInput
        label={strings.price}
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
        label={strings.from}
        type="date"
        description={strings.fromHint}
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
    return strings.saved;
  },
});

/** The page `/admin/campaigns/rates`: the rate card by pricing model and venue type, with all versions. */
export function RatesPage() {
  const { data: card, error, isFetching, refetch } = useQuery(rateCardQuery);
  const address = useTableAddress();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <CampaignsLink>
        <IconArrowLeft size={16} aria-hidden="true" /> {strings.campaigns}
      </CampaignsLink>
      <PageTitle
        title={strings.rateCard}
        context={strings.context}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
            {strings.newPrice}
          </Button>
        }
      />
      <Panel label={strings.prices} flush>
        {card === undefined && error === null ? <LinesSkeleton lines={6} /> : null}
        {error !== null && card === undefined ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {card === undefined ? null : (
          <LocalTable
            id="rates"
            caption={strings.prices}
            noun={strings.priceNoun}
            fileName="voltboard-prices"
            columns={COLUMNS}
            rows={card.data}
            keyOf={keyOf}
            address={address}
            searchLabel={strings.searchPrices}
            empty={{ title: strings.emptyTitle, text: strings.emptyText }}
          />
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
