// Sort columns and filters for the administrators' tables. They are separate from the schemas, because every page loads
// them and screen URLs do not need the schemas.

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

/** Sortable columns in the list. */
export const MESSAGE_SORTS = ['sent_at', 'name'] as const;

/** By default, messages that are not deleted. */
export const MESSAGE_FOLDERS = ['unread', 'deleted'] as const;

/** `held`: no mail server is configured. The mail can still be read in the outbox. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'held'] as const;

export const MAIL_SORTS = ['created_at', 'to'] as const;

/** Sortable columns in the table. */
export const CUSTOMER_SORTS = ['name', 'category', 'outlets', 'created_at'] as const;

/** Sortable columns in the table. */
export const OUTLET_SORTS = ['eui', 'customer', 'venue', 'last_seen'] as const;

/** The connection state of an outlet in service, or `retired`. */
export const OUTLET_STATUSES = ['online', 'late', 'offline', 'never', 'retired'] as const;

/** Sortable columns in the campaign manager's table. */
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

/** Sortable columns in the administrators' flight queue. */
export const REVIEW_SORTS = ['at', 'advertiser', 'starts_at'] as const;

/** Sortable columns for a property's creatives. */
export const CREATIVE_SORTS = ['created_at', 'advertiser', 'starts_at'] as const;

/** By default, all creatives. */
export const CREATIVE_QUEUES = ['waiting', 'accepted', 'refused', 'blocked'] as const;

/** Which campaigns a table shows beside those that are not archived: only archived ones, or both. */
export const ARCHIVED_CHOICES = ['only', 'all'] as const;

/** A flight's states, which are also filters in a table of campaigns. */
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

/** A campaign's advertising categories. */
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

/** Recommended actions for an outlet. */
export const ADVICE = ['check', 'move', 'keep', 'add', 'wait'] as const;

export const PROFIT_SORTS = ['profit', 'advice', 'views', 'revenue', 'owner', 'energy', 'fixed'] as const;
/** Ranges for the profit table. By default, 90 days. */
export const PROFIT_RANGES = ['30d', 'this-month', 'last-month'] as const;

export const PAYMENT_SORTS = ['entered_at', 'paid_on', 'amount', 'customer'] as const;
export const PAYMENT_STATES = ['recorded', 'reversed'] as const;
export const RUN_SORTS = ['number', 'total'] as const;
export const RUN_STATES = ['proposed', 'approved', 'declined'] as const;
export const REFUND_SORTS = ['number', 'amount', 'customer'] as const;
export const REFUND_STATES = ['proposed', 'approved', 'declined', 'paid', 'returned'] as const;
export const ADJUSTMENT_SORTS = ['made', 'reason'] as const;

export const DOCUMENT_SORTS = ['month', 'number', 'customer', 'total', 'final_at', 'due_at'] as const;
/** A credit note is a statement or an invoice with a negative total. */
export const DOCUMENT_TITLE_NAMES = ['statement', 'invoice', 'credit_note'] as const;
