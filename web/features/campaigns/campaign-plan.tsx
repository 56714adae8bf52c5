import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { CAMPAIGN_NAME_LENGTH, type Campaign, SPONSOR_LENGTH } from '#contract/campaigns.ts';
import { writeUtm } from '#domain/utm.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { FieldsProps, FormPlan } from '../../ui/schema-form.tsx';
import { CATEGORY_CHOICES } from './campaign-words.ts';
import { changeCampaign } from './campaigns-api.ts';
import { campaignPlanStrings as strings } from './campaigns-strings.ts';
import { UtmInputs, utmDraftOf, utmOfDraft } from './creative-inputs.tsx';

/** The fields for the campaign as a whole. */
export function CampaignInputs({ draft, change, errors }: FieldsProps) {
  return (
    <>
      <TextInput
        id="flight-name"
        label={strings.campaignName}
        description={strings.nameHint}
        withAsterisk
        aria-required
        maxLength={CAMPAIGN_NAME_LENGTH}
        value={draft.name ?? ''}
        error={errors.name}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        id="flight-sponsor"
        label={strings.sponsorText}
        description={strings.sponsorHint}
        maxLength={SPONSOR_LENGTH}
        value={draft.sponsor ?? ''}
        error={errors.sponsor}
        onChange={(event) => change({ sponsor: event.currentTarget.value })}
      />
      <NativeSelect
        id="flight-category"
        label={strings.category}
        description={strings.categoryHint}
        data={CATEGORY_CHOICES}
        value={draft.category ?? 'other'}
        error={errors.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
      />
      <TextInput
        id="flight-time_zone"
        label={strings.timeZone}
        description={strings.timeZoneHint}
        maxLength={64}
        value={draft.time_zone ?? ''}
        error={errors.time_zone}
        onChange={(event) => change({ time_zone: event.currentTarget.value })}
      />
    </>
  );
}

/** Returns the form that changes an existing campaign. */
export function campaignPlan(campaign: Campaign): FormPlan {
  const { id, version, name, sponsor, category, time_zone: zone, utm } = campaign;
  return {
    id: `campaign:${id}`,
    title: strings.editCampaign,
    context: name,
    submitLabel: strings.save,
    start: { name, sponsor, category, time_zone: zone, ...utmDraftOf(utm) },
    fields: (props) => (
      <>
        <CampaignInputs {...props} />
        <UtmInputs {...props} hint={strings.utmHint} />
      </>
    ),
    submit: async (draft) => {
      const saved = await changeCampaign(
        { id, version },
        {
          name: draft.name ?? '',
          sponsor: draft.sponsor ?? '',
          category: (draft.category ?? 'other') as Campaign['category'],
          time_zone: draft.time_zone ?? '',
          ...(writeUtm(utmOfDraft(draft)) === writeUtm(utm) ? {} : { utm: utmOfDraft(draft) }),
        },
      );
      return interpolate(strings.saved, { name: saved.name });
    },
  };
}
