import type { FlightDetail } from '#contract/flight-parts.ts';
import type { CampaignDraft } from './use-campaign-draft.ts';

/**
 * All fields that are missing before a submission, with a message each. Only the server knows some of them (outlets,
 * prices), and it lists them once it has stored the draft. Until then this lists the empty fields. A chosen picture
 * (`hasPicture`) is added at the submission.
 */
export function missingInDraft(
  draft: CampaignDraft,
  flight: Pick<FlightDetail, 'missing'> | null,
  { isAdmin, hasPicture }: { readonly isAdmin: boolean; readonly hasPicture: boolean },
): Record<string, string> {
  const own: [string, string | false][] = [
    ['advertiser_id', isAdmin && draft.advertiser_id === '' && 'Say for which advertiser.'],
    ['name', draft.name.trim() === '' && 'Write a name.'],
  ];
  const empty: [string, string | false][] = [
    ['starts', draft.starts === '' && 'Say when it starts.'],
    ['ends', draft.ends === '' && 'Say when it ends.'],
    ['budget', draft.budget.trim() === '' && 'Give it a budget.'],
    ['model', draft.model === '' && 'Choose what is paid for.'],
    ['creatives', !hasPicture && 'Add a creative.'],
  ];
  const said = (entries: [string, string | false][]) =>
    Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== false));
  const { creatives, ...others } = flight?.missing ?? said(empty);
  return { ...said(own), ...others, ...(creatives === undefined || hasPicture ? {} : { creatives }) };
}
