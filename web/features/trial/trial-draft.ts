import type { ContractTrial } from '#contract/trial.ts';
import { presetDates } from '#domain/range-preset.ts';
import { typedDollars, typedNumber } from '../../lib/typed-numbers.ts';

/** The typed terms. An empty string keeps the actual term. */
export type TrialDraft = {
  readonly from: string;
  readonly to: string;
  readonly share: string;
  readonly owner: string;
  readonly flight: string;
  readonly model: 'cpm' | 'cpc' | 'cpb' | 'flat';
  readonly price: string;
  readonly change: string;
  readonly rules: 'same' | 'other';
  readonly visitorSeconds: string;
  readonly outletPace: 'on' | 'off';
  readonly dataCentre: 'on' | 'off';
  readonly silentMinutes: string;
  readonly backfillHours: string;
};

/** Converts the draft for the server. Throws a field error for a value that is not a number. */
export function trialOf(draft: TrialDraft): ContractTrial {
  const { change, flight, from, model, owner, price, rules, share, to } = draft;
  return {
    from,
    to,
    share_percent: typedNumber(share, 'share_percent'),
    share_cid: owner.trim() === '' ? null : owner.trim(),
    flight: flight.trim() === '' ? null : flight.trim(),
    price_model: flight.trim() === '' ? null : model,
    price: flight.trim() === '' ? null : typedDollars(price, 'price'),
    price_change_percent: typedNumber(change, 'price_change_percent'),
    rules:
      rules === 'same'
        ? null
        : {
            visitor_seconds: typedNumber(draft.visitorSeconds, 'rules.visitor_seconds'),
            outlet_pace: draft.outletPace === 'on',
            data_centre: draft.dataCentre === 'on',
            silent_minutes: typedNumber(draft.silentMinutes, 'rules.silent_minutes'),
            backfill_hours: typedNumber(draft.backfillHours, 'rules.backfill_hours'),
          },
  };
}

/** Returns the initial draft: the last full month before `today`. */
export const firstDraft = (today: string): TrialDraft => ({
  ...presetDates('last-month', today),
  share: '',
  owner: '',
  flight: '',
  model: 'cpm',
  price: '',
  change: '',
  rules: 'same',
  visitorSeconds: '3600',
  outletPace: 'on',
  dataCentre: 'on',
  silentMinutes: '',
  backfillHours: '48',
});
