import * as Type from 'typebox';
import { RowId, RowVersion, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { FIGURES_AT_HAND, FlightRow, FlightState, JUDGED_FIELDS, Utm, WrittenFlightRow } from './flight-parts.ts';
import { IMPORT_PARTS } from './imports.ts';
import { PageQuery, SortOf, TablePage } from './pagination.ts';
import { AD_CATEGORY_NAMES, ARCHIVED_CHOICES, RUN_CAMPAIGN_SORTS } from './table-choices.ts';

export const exportCampaigns = {
  method: 'GET',
  url: '/admin/campaigns/export',
  allowed: 'admin',
  tokenScope: 'campaigns:read',
  summary: 'Export approved flights as a CSV file that can be imported again',
  schema: { querystring: Type.Object({}, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file' }) } },
} as const satisfies Endpoint;

export const importCampaigns = {
  method: 'POST',
  url: '/admin/campaigns/import',
  allowed: 'admin',
  tokenScope: 'campaigns:write',
  summary: 'Import campaigns from a CSV file, or check the file only',
  ...IMPORT_PARTS,
} as const satisfies Endpoint;

/** Maximum length of a campaign's name, and of the sponsor text under its ads. */
export const CAMPAIGN_NAME_LENGTH = 200;
export const SPONSOR_LENGTH = 120;
/** Advertising categories. A property may block categories. */
export const AD_CATEGORIES = AD_CATEGORY_NAMES;
export const AdCategory = Type.Enum([...AD_CATEGORIES]);
export type AdCategory = (typeof AD_CATEGORIES)[number];

const CAMPAIGN_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  advertiser_id: Type.String(),
  advertiser: Type.String(),
  /** The text under the campaign's ads. Empty to use the advertiser's name. */
  sponsor: Type.String(),
  category: AdCategory,
  time_zone: Type.String(),
  /** UTM parameters that are added to the targets of its creatives. */
  utm: Utm,
  /**
   * The most important state among the campaign's flights: live, capped, paused, in review, returned, scheduled, draft,
   * spent, ended, cancelled. Null without flights.
   */
  state: Type.Union([FlightState, Type.Null()]),
  flights: Type.Integer(),
  starts_at: Type.Union([Type.String(), Type.Null()]),
  ends_at: Type.Union([Type.String(), Type.Null()]),
  /** The total budget of all flights that are not canceled, in dollars. */
  budget: Type.Number(),
  /** Whether a running flight has no creative to show. */
  shows_nothing: Type.Boolean(),
  /** Whether default lists hide the campaign. */
  is_archived: Type.Boolean(),
  /** Whether the campaign can be archived: all of its flights have ended or were canceled. */
  can_archive: Type.Boolean(),
  version: RowVersion,
};

/** A campaign as shown to its advertiser and to administrators. */
export const Campaign = Type.Object({
  ...CAMPAIGN_FIELDS,
  spent: Type.Number(),
  /** Spending of all live flights so far, divided by their planned spending. Null if nothing was planned yet. */
  pace: Type.Union([Type.Number(), Type.Null()]),
  ...JUDGED_FIELDS,
});
export type Campaign = Type.Static<typeof Campaign>;

const CampaignDetail = Type.Intersect([
  Campaign,
  Type.Object({ flight_rows: Type.Array(FlightRow), can_edit: Type.Boolean() }),
]);
export type CampaignDetail = Type.Static<typeof CampaignDetail>;

/** The response to a write: the stored campaign, with its figures if they are available. */
const WrittenCampaign = Type.Object({
  ...CAMPAIGN_FIELDS,
  ...FIGURES_AT_HAND,
  flight_rows: Type.Array(WrittenFlightRow),
  can_edit: Type.Boolean(),
});
export type WrittenCampaign = Type.Static<typeof WrittenCampaign>;

/**
 * Lists the campaigns of the caller's customer. Administrators get all campaigns, or those of the advertiser with the
 * ID `cid`.
 */
export const listCampaigns = {
  method: 'GET',
  url: '/campaigns',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: 'List campaigns with their state, dates, budget and figures, ten per page',
  schema: {
    querystring: Type.Object(
      {
        ...PageQuery,
        sort: SortOf(RUN_CAMPAIGN_SORTS),
        state: Type.Optional(FlightState),
        category: Type.Optional(AdCategory),
        /** `only`: archived campaigns. `all`: these too. By default, archived campaigns are omitted. */
        archived: Type.Optional(Type.Enum([...ARCHIVED_CHOICES])),
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    response: { 200: TablePage(Campaign) },
  },
} as const satisfies Endpoint;

const CampaignParams = Type.Object({ id: RowId }, { additionalProperties: false });

export const getCampaign = {
  method: 'GET',
  url: '/campaigns/:id',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: 'Get a campaign with its flights',
  schema: { params: CampaignParams, response: { 200: CampaignDetail } },
} as const satisfies Endpoint;

const campaignFields = {
  name: Type.String({ maxLength: CAMPAIGN_NAME_LENGTH }),
  sponsor: Type.String({ maxLength: SPONSOR_LENGTH }),
  category: AdCategory,
  time_zone: TimeZone,
} as const;
/** Omitted parameters of a `utm` are removed. */
const campaignUtm = { utm: Type.Optional(Utm) } as const;

export const createCampaign = {
  method: 'POST',
  url: '/campaigns',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Create a campaign; administrators specify the advertiser',
  schema: {
    body: Type.Object(
      { ...campaignFields, ...campaignUtm, advertiser_id: Type.Optional(RowId) },
      { additionalProperties: false },
    ),
    response: { 200: WrittenCampaign },
  },
} as const satisfies Endpoint;

/**
 * Once a flight is in review or approved, only administrators may change time zone, category and sponsor, because
 * review and counting depend on these fields.
 */
export const updateCampaign = {
  method: 'PATCH',
  url: '/campaigns/:id',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Update a campaign',
  schema: {
    params: CampaignParams,
    body: Type.Object(
      { ...Type.Partial(Type.Object(campaignFields)).properties, ...campaignUtm, version: RowVersion },
      { additionalProperties: false },
    ),
    response: { 200: WrittenCampaign },
  },
} as const satisfies Endpoint;

/**
 * The copy has the campaign's fields, and a draft of each of its flights that was not canceled, with its creatives.
 * Dates that have passed are left blank. The copy's prices come from the rate card.
 */
export const duplicateCampaign = {
  method: 'POST',
  url: '/campaigns/:id/duplicate',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Duplicate a campaign, with its flights as drafts',
  schema: { params: CampaignParams, response: { 200: WrittenCampaign } },
} as const satisfies Endpoint;

const archiving = <const Url extends string>(url: Url, summary: string) =>
  ({
    method: 'POST',
    url,
    allowed: 'advertiser-manager',
    tokenScope: 'campaigns:write',
    summary,
    schema: {
      params: CampaignParams,
      body: Type.Object({ version: RowVersion }, { additionalProperties: false }),
      response: { 200: WrittenCampaign },
    },
  }) as const satisfies Endpoint;

export const archiveCampaign = archiving(
  '/campaigns/:id/archive',
  'Archive a campaign whose flights have all ended or been canceled',
);
export const restoreCampaign = archiving('/campaigns/:id/restore', 'Restore an archived campaign');
