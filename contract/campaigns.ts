import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { IMPORT_PARTS } from './imports.ts';
import { CAMPAIGN_SORTS } from './table-choices.ts';
import { PageQuery, SortOf, TablePage } from './table-page.ts';

/** `empty` has no flights. Of the others the first that is true of any flight: it runs, is paused within its time, begins later; else all are over. */
const CampaignStatus = Type.Union([
  Type.Literal('running'),
  Type.Literal('paused'),
  Type.Literal('planned'),
  Type.Literal('ended'),
  Type.Literal('empty'),
]);
export type CampaignStatus = Type.Static<typeof CampaignStatus>;

/** A campaign as administrators see it in the table. */
export const AdminCampaign = Type.Object({
  id: Type.String(),
  name: Type.String(),
  advertiser: Type.String(),
  advertiser_id: Type.String(),
  flights: Type.Integer(),
  /** From the first flight's begin to the last one's end; null without flights. */
  starts_at: Type.Union([Type.String(), Type.Null()]),
  ends_at: Type.Union([Type.String(), Type.Null()]),
  /** Of all flights together, in dollars. */
  budget: Type.Number(),
  status: CampaignStatus,
});
export type AdminCampaign = Type.Static<typeof AdminCampaign>;

export const listAdminCampaigns = {
  method: 'GET',
  url: '/admin/campaigns',
  allowed: 'admin',
  summary: 'Campaigns, ten a page',
  schema: {
    querystring: Type.Object({ ...PageQuery, sort: SortOf(CAMPAIGN_SORTS) }, { additionalProperties: false }),
    response: { 200: TablePage(AdminCampaign) },
  },
} as const satisfies Endpoint;

export const importCampaigns = {
  method: 'POST',
  url: '/admin/campaigns/import',
  allowed: 'admin',
  summary: 'Import campaigns from a CSV file, or try to',
  ...IMPORT_PARTS,
} as const satisfies Endpoint;
