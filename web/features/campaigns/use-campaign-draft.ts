import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Campaign } from '#contract/campaigns.ts';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useCurrentUser } from '../../lib/session.ts';
import {
  CAMPAIGNS,
  campaignQuery,
  changeCampaign,
  changeFlight,
  flightQuery,
  makeCampaign,
  makeFlight,
  readCampaign,
  readFlight,
} from './campaigns-api.ts';
import {
  changedFlightFields,
  FLIGHT_FIELD_NAMES,
  type FlightDraft,
  fieldsOfDraft,
  flightDraftOf,
} from './flight-draft.ts';
import { writtenCampaign, writtenFlight } from './written-figures.ts';

/** All fields of the form: those of the campaign and of its flight. */
export type CampaignDraft = FlightDraft &
  Readonly<Record<'advertiser_id' | 'name' | 'sponsor' | 'category' | 'time_zone', string>>;
const CAMPAIGN_FIELD_NAMES = ['name', 'sponsor', 'category', 'time_zone'] as const;
const ALL_NAMES = ['advertiser_id', ...CAMPAIGN_FIELD_NAMES, ...FLIGHT_FIELD_NAMES];

/** How many milliseconds after the last keystroke the form sends the draft to the server. */
const SAVE_AFTER_MS = 900;

/** The draft's stored rows; null until they are stored. */
export type DraftRows = { readonly campaign: Campaign | null; readonly flight: FlightDetail | null };

type Options = {
  readonly start: CampaignDraft;
  readonly rows: DraftRows;
  readonly isAdmin: boolean;
  /** Called when the draft has been stored for the first time, so that the flight's ID can be added to the URL. */
  readonly onMade: (flightId: string) => void;
};

/** Converts stored rows to a form draft. */
export const draftOfRows = (
  { advertiser_id, name, sponsor, category, time_zone }: Campaign,
  flight: FlightDetail,
): CampaignDraft => ({ advertiser_id, name, sponsor, category, time_zone, ...flightDraftOf(flight) });

/**
 * Reads the rows again after a version conflict, because another window or a colleague stored the draft meanwhile.
 * Resolves to null after any other failure, or if the flight is no longer a draft.
 */
async function readAgain(reason: unknown, flight: FlightDetail | null) {
  if (!(reason instanceof ApiError) || reason.status !== 409 || flight === null) return null;
  const [campaign, now] = await Promise.all([readCampaign(flight.campaign_id), readFlight(flight.id)]);
  return now.state === 'draft' || now.state === 'returned' ? { campaign, flight: now } : null;
}

const campaignFieldsOf = (draft: CampaignDraft) => ({
  name: draft.name,
  sponsor: draft.sponsor,
  category: draft.category as Campaign['category'],
  time_zone: draft.time_zone,
});

/**
 * Manages a draft that survives closing the browser. The server stores the draft as soon as the campaign has a name,
 * and stores later changes automatically. Before that, and while the server is unreachable, the browser stores the
 * draft like the text of any other form.
 */
export function useCampaignDraft({ start, rows: known, isAdmin, onMade }: Options) {
  const client = useQueryClient();
  const owner = useCurrentUser()?.id ?? '';
  const [rows, setRows] = useState(known);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  /** The draft that the server rejected. The form does not send this draft again until the user changes it. */
  const [refused, setRefused] = useState('');
  const text = useDraft<CampaignDraft>(`campaign-form:${rows.flight?.id ?? 'new'}`, owner, start, {
    isLostByLeaving: true,
  });
  /** The draft as stored on the server. */
  const [saved, setSaved] = useState<CampaignDraft>(start);
  const { fields } = text;
  const { faults } = fieldsOfDraft(fields);
  const isNameable = fields.name.trim() !== '' && (!isAdmin || rows.campaign !== null || fields.advertiser_id !== '');
  const isSaved = rows.flight !== null && ALL_NAMES.every((name) => fields[name as 'name'] === saved[name as 'name']);
  const typed = JSON.stringify(fields);

  const [wasMerged, setMerged] = useState(false);
  /**
   * Merges a draft that another window has stored. Keeps text that was typed in this window and is not stored yet. All
   * other fields take the stored values.
   */
  const merge = useEffectEvent((stored: CampaignDraft) => {
    setSaved(stored);
    text.rebase(stored);
    setMerged(true);
  });

  const settle = useEffectEvent((sent: CampaignDraft) => {
    setSaved(sent);
    // Text typed during the request stays unsaved.
    text.rebase(sent);
  });

  async function save(): Promise<FlightDetail | null> {
    if (!isNameable) return rows.flight;
    setSaving(true);
    setError(null);
    const sent = fields;
    let { campaign, flight } = rows;
    try {
      campaign = await saveCampaign(campaign, sent);
      const wasThere = flight !== null;
      const { fields: changed } = changedFlightFields(sent, saved);
      if (flight === null) flight = writtenFlight(await makeFlight(campaign.id, fieldsOfDraft(sent).fields));
      else if (Object.keys(changed).length > 0) flight = writtenFlight(await changeFlight(flight, changed), flight);
      client.setQueryData(flightQuery(flight.id).queryKey, flight);
      settle(sent);
      if (!wasThere) onMade(flight.id);
    } catch (reason) {
      const again = await readAgain(reason, flight).catch(() => null);
      if (again !== null) {
        merge(draftOfRows(again.campaign, again.flight));
        setRows(again);
        setSaving(false);
        return null;
      }
      setError(reason instanceof Error ? reason : new Error('Error'));
      setRefused(reason instanceof ApiError && reason.status >= 400 && reason.status < 500 ? typed : '');
    }
    setRows({ campaign, flight });
    setSaving(false);
    return flight;
  }

  async function saveCampaign(campaign: Campaign | null, sent: CampaignDraft): Promise<Campaign> {
    const body = campaignFieldsOf(sent);
    if (campaign === null)
      return writtenCampaign(
        await makeCampaign({ ...body, ...(isAdmin ? { advertiser_id: sent.advertiser_id } : {}) }),
      );
    const changed = Object.fromEntries(
      CAMPAIGN_FIELD_NAMES.filter((name) => sent[name] !== saved[name]).map((name) => [name, body[name]]),
    );
    if (Object.keys(changed).length === 0) return campaign;
    const next = await changeCampaign(campaign, changed);
    void client.invalidateQueries({ queryKey: campaignQuery(next.id).queryKey });
    return writtenCampaign(next, campaign);
  }

  const saveLater = useEffectEvent(() => void save());
  const isWaiting = !isSaved && isNameable && !isSaving && refused !== typed;
  useEffect(() => {
    if (!isWaiting) return;
    // `typed` is a dependency only to restart the timer.
    void typed;
    const timer = setTimeout(saveLater, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, typed]);

  return {
    fields,
    change: text.change,
    rows,
    faults,
    errors: formErrors(error, ALL_NAMES),
    isSaved: isSaved && !isSaving,
    isSaving,
    isNameable,
    wasMerged,
    save,
    /** Call this after a picture was added, to update the flight everywhere. */
    setFlight: (flight: FlightDetail) => {
      client.setQueryData(flightQuery(flight.id).queryKey, flight);
      setRows((last) => ({ ...last, flight }));
    },
    /** Call this before leaving the form, to refetch lists and pages. */
    leave: () => {
      text.clear();
      return client.invalidateQueries({ queryKey: CAMPAIGNS });
    },
  };
}
