import { type Expectation, form, none, row } from './matrix-rows.ts';
import { but, everyone, statuses } from './matrix-statuses.ts';

const VERSION = { version: 0 };
/** Expectation for a property's own rows. Administrators must name the property. */
const ofProperty: Expectation = { targets: { none: but(statuses('property', 200), ['admin', 'full'], 400) } };
const decision = (body: object): Expectation => ({
  by: 'id',
  body,
  targets: {
    unknown: but(statuses('property-manager', 404), ['admin'], 400),
    malformed: statuses('property-manager', 400),
  },
});

/** The rights to access campaigns, flights, creatives and the rate card. */
export const CAMPAIGNS: Readonly<Record<string, Expectation>> = {
  'GET /api/campaigns': none('advertiser'),
  'POST /api/campaigns': form('advertiser-manager'),
  'GET /api/campaigns/:id': row('advertiser'),
  'PATCH /api/campaigns/:id': row('advertiser-manager', VERSION),
  'POST /api/campaigns/:id/flights': row('advertiser-manager', {}),
  'POST /api/campaigns/:id/duplicate': row('advertiser-manager'),
  'POST /api/campaigns/:id/archive': row('advertiser-manager', VERSION),
  'POST /api/campaigns/:id/restore': row('advertiser-manager', VERSION),
  'POST /api/flights/several/pause': form('advertiser-manager'),
  'POST /api/flights/several/resume': form('advertiser-manager'),
  'POST /api/flights/several/approve': form('admin'),
  'POST /api/flights/:id/duplicate': row('advertiser-manager'),
  'GET /api/flights/reviews': none('admin'),
  'GET /api/flights/forecast': { ...none('advertiser'), offersPlaces: true },
  'GET /api/flights/target-choices': { ...none('advertiser'), offersPlaces: true },
  'GET /api/flights/:id': row('advertiser'),
  'PATCH /api/flights/:id': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/submit': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/approve': row('admin', VERSION),
  'POST /api/flights/:id/return': row('admin', { ...VERSION, reason: 'so' }),
  'POST /api/flights/:id/pause': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/resume': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/cancel': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/archive': row('advertiser-manager', VERSION),
  'POST /api/flights/:id/restore': row('advertiser-manager', VERSION),
  'GET /api/flights/:id/history': row('advertiser'),
  'GET /api/flights/:id/pacing': row('advertiser'),
  'GET /api/flights/:id/outlets': row('advertiser'),
  'POST /api/flights/:id/creatives': {
    ...row('advertiser-manager'),
    query: 'name=a&seconds=10&target=https%3A%2F%2Fads.example',
  },
  'DELETE /api/flights/:id/creatives/:creative': {
    by: 'id',
    targets: { malformed: statuses('advertiser-manager', 400) },
  },
  'PATCH /api/flights/:id/creatives/:creative': {
    by: 'id',
    body: VERSION,
    targets: { malformed: statuses('advertiser-manager', 400) },
  },
  'POST /api/flights/:id/creatives/:creative/preview-link': {
    by: 'id',
    body: {},
    targets: { malformed: statuses('advertiser-manager', 400) },
  },
  'POST /api/ad-preview': { body: {}, targets: { malformed: everyone(400) } },
  'GET /api/flights/:id/creative-figures': row('advertiser'),
  'GET /api/creatives/:file': { targets: { malformed: everyone(400) } },
  'GET /api/creatives': { ...ofProperty, offersFlights: true },
  'POST /api/creative-queue/:id/accept': decision(VERSION),
  'POST /api/creative-queue/:id/refuse': decision({ ...VERSION, reason: 'so' }),
  'GET /api/creative-policy': ofProperty,
  'PUT /api/creative-policy': form('property-manager'),
  'GET /api/house-picture': ofProperty,
  'PUT /api/house-picture': form('property-manager'),
  'DELETE /api/house-picture': {
    query: 'cid=nobody',
    targets: { malformed: statuses('property-manager', 400) },
  },
  'GET /api/rate-card': none('advertiser'),
  'POST /api/admin/rate-card': form('admin'),
};
