import type { Noted } from '../../administration/optimistic-lock.ts';
import type { News } from '../../notifications/notify.ts';

type Flight = {
  readonly id: string;
  readonly code: string;
  readonly campaign_name: string;
  readonly customer_id: string;
  readonly customer_name: string;
  /** The proposal before this change; null if there was none. */
  readonly proposal_id: string | null;
};

const factsOf = ({ code, campaign_name: campaign, customer_name: customer }: Flight) => [
  { label: 'Flight', value: code },
  { label: 'Campaign', value: campaign },
  { label: 'Advertiser', value: customer },
];

/** What administrators get: something waits for their decision. */
const toReview = (flight: Flight, title: string, text: string): Omit<News, 'cause'> => ({
  kind: 'flight_submitted',
  customerId: null,
  title,
  detail: `${flight.customer_name}, ${flight.campaign_name}`,
  content: {
    paragraphs: [text],
    facts: factsOf(flight),
    action: { label: 'Review flight', path: `/admin/campaigns/flight/${flight.id}` },
  },
});

/** What the advertiser gets: an administrator has decided. */
const decided = (
  flight: Flight,
  kind: 'flight_approved' | 'flight_returned' | 'change_decided',
  { title, text, reason = '' }: { readonly title: string; readonly text: string; readonly reason?: string },
): Omit<News, 'cause'> => ({
  kind,
  customerId: flight.customer_id,
  title,
  detail: reason,
  content: {
    paragraphs: [text, ...(reason === '' ? [] : [reason])],
    facts: factsOf(flight).slice(0, 2),
    action: { label: 'View flight', path: `/app/campaigns/flight/${flight.id}` },
  },
});

/** The news of each action, by its word in the audit log. Other actions are no news. */
const NEWS: Readonly<Record<string, (flight: Flight, reason: string) => Omit<News, 'cause'> | null>> = {
  'flight.submitted': (flight) =>
    toReview(flight, `Flight ${flight.code} is waiting for review`, 'An advertiser submitted this flight.'),
  // A proposal that grows stays one thing to review.
  'flight.change-proposed': (flight) =>
    flight.proposal_id === null
      ? toReview(
          flight,
          `A change to flight ${flight.code} is waiting for review`,
          'An advertiser proposes a change to this approved flight. The flight runs unchanged until you decide.',
        )
      : null,
  'flight.approved': (flight) =>
    decided(flight, 'flight_approved', {
      title: `Flight ${flight.code} was approved`,
      text: 'Your flight was approved. It runs from its start date.',
    }),
  'flight.returned': (flight, reason) =>
    decided(flight, 'flight_returned', {
      title: `Flight ${flight.code} was returned`,
      text: 'Change the flight and submit it again. The administrator wrote:',
      reason,
    }),
  'flight.change-approved': (flight) =>
    decided(flight, 'change_decided', {
      title: `The change to flight ${flight.code} was approved`,
      text: 'Your change was approved and applies now.',
    }),
  'flight.change-declined': (flight, reason) =>
    decided(flight, 'change_decided', {
      title: `The change to flight ${flight.code} was declined`,
      text: 'Your flight continues unchanged. The administrator wrote:',
      reason,
    }),
};

/** Returns what a change of a flight notifies about; null if nothing. `at` tells it from earlier changes (epoch ms). */
export function flightNews(flight: Flight, { action, detail }: Noted, at: number): News | null {
  const reason = (detail as { readonly reason?: unknown }).reason;
  const news = NEWS[action]?.(flight, typeof reason === 'string' ? reason : '') ?? null;
  return news && { ...news, cause: `${action}/${flight.id}/${at}` };
}

type Refused = {
  readonly id: string;
  readonly creative: string;
  readonly property: string;
  readonly reason: string;
  readonly flight: { readonly id: string; readonly code: string; readonly customer_id: string };
};

/** Returns the news that a property does not show a creative. */
export function refusalNews({ id, creative, property, reason, flight }: Refused, at: number): News {
  return {
    kind: 'creative_refused',
    cause: `creative-refused/${id}/${property}/${at}`,
    customerId: flight.customer_id,
    title: `${property} refused a creative`,
    detail: reason,
    content: {
      paragraphs: [
        'The outlets of this property don’t show the creative. Other outlets are not affected. The property wrote:',
        reason,
      ],
      facts: [
        { label: 'Creative', value: creative },
        { label: 'Flight', value: flight.code },
      ],
      action: { label: 'View flight', path: `/app/campaigns/flight/${flight.id}` },
    },
  };
}
