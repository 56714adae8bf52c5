// What the administrators' tables can be sorted and filtered by. Apart from the schemas, because the addresses of the
// screens need no more than this: it is loaded with every page.

export const USER_STATUSES = ['active', 'pending', 'disabled', 'deleted'] as const;

export const USER_SORTS = [
  'avatar',
  'first_name',
  'last_name',
  'phone_number',
  'email',
  'role',
  'customer',
  'email_verified',
  'disabled',
  'last_seen_at',
] as const;

export const COLLEAGUE_SORTS = ['first_name', 'email', 'last_seen_at'] as const;

export const USER_ROLES = ['admin', 'property', 'advertiser', 'unassigned', 'full'] as const;

export const AUDIT_SORTS = ['at', 'actor', 'action', 'subject', 'ip'] as const;

/** Columns by which the list can be sorted. */
export const MESSAGE_SORTS = ['sent_at', 'name'] as const;

/** Without one: what is not deleted. */
export const MESSAGE_FOLDERS = ['unread', 'deleted'] as const;

/** `held`: there is no mail server for it, it stays to be read here. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'held'] as const;

export const MAIL_SORTS = ['created_at', 'to'] as const;

/** The columns that sort the table. */
export const CUSTOMER_SORTS = ['name', 'category', 'outlets', 'created_at'] as const;

/** The columns that sort the table. */
export const OUTLET_SORTS = ['eui', 'customer', 'venue', 'last_seen'] as const;

/** Contact of an outlet in service, or none any more. */
export const OUTLET_STATUSES = ['online', 'late', 'offline', 'never', 'retired'] as const;

/** The columns that sort the table of those who run campaigns. */
export const RUN_CAMPAIGN_SORTS = [
  'name',
  'advertiser',
  'state',
  'starts_at',
  'ends_at',
  'budget',
  'spent',
  'pace',
  'views',
  'clicks',
] as const;

/** The columns that sort the administrators' queue of flights. */
export const REVIEW_SORTS = ['at', 'advertiser', 'starts_at'] as const;

/** The columns that sort a property's creatives. */
export const CREATIVE_SORTS = ['created_at', 'advertiser', 'starts_at'] as const;

/** Without one: all of them. */
export const CREATIVE_QUEUES = ['waiting', 'accepted', 'refused', 'blocked'] as const;

/** What a flight may be; also what a table of campaigns is narrowed to. */
export const FLIGHT_STATE_NAMES = [
  'draft',
  'in_review',
  'returned',
  'scheduled',
  'live',
  'paused',
  'spent',
  'capped',
  'ended',
  'cancelled',
] as const;

/** What a campaign advertises. */
export const AD_CATEGORY_NAMES = [
  'food_and_drink',
  'travel',
  'retail',
  'technology',
  'entertainment',
  'finance',
  'health',
  'sport',
  'education',
  'automotive',
  'public_service',
  'alcohol',
  'gambling',
  'politics',
  'religion',
  'other',
] as const;

/** What to do about an outlet. */
export const ADVICE = ['check', 'move', 'keep', 'add', 'wait'] as const;

export const PROFIT_SORTS = ['profit', 'advice'] as const;
/** Of the table of profits; 90 days without one. */
export const PROFIT_RANGES = ['30d', 'this-month', 'last-month'] as const;
