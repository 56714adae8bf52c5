import type { FlightFieldName, FlightState } from '#contract/flight-parts.ts';

/** A flight's states: name, meaning, and how a flight leaves the state. The type requires all states. */
export const STATES: Readonly<Record<FlightState, readonly [name: string, means: string, next: string]>> = {
  draft: ['Draft', 'You are still editing it. Nothing runs.', 'You submit it.'],
  in_review: ['In review', 'An administrator reviews it. Nothing runs yet.', 'It is approved or returned.'],
  returned: ['Returned', 'An administrator returned it with a reason.', 'You change it and submit it again.'],
  scheduled: ['Scheduled', 'Approved. Its first day is in the future.', 'It starts automatically.'],
  live: ['Live', 'Outlets show its ads now.', 'You pause it, or it is spent, capped or ended.'],
  paused: ['Paused', 'Paused by you or an administrator. Its dates do not change.', 'You resume it.'],
  spent: ['Spent', 'Its budget is used up.', 'You can propose a larger budget.'],
  capped: ['Capped today', 'Today’s cap is used up.', 'It resumes at the next midnight in the campaign’s time zone.'],
  ended: ['Ended', 'Its last day is over.', 'Nothing, unless an administrator extends it.'],
  cancelled: ['Canceled', 'Permanently ended before its last day. What it showed until then is billed.', 'Nothing.'],
};

/** A flight's fields. The type requires every field of the form. */
export const FIELDS: Readonly<Record<FlightFieldName, readonly [name: string, means: string]>> = {
  label: [
    'Flight name',
    'Shown beside the flight’s code in lists, reports and documents. Leave blank to use only the code.',
  ],
  starts: ['First day', 'Starts at midnight in the campaign’s time zone.'],
  ends: ['Last day', 'Ends at the end of this day.'],
  budget: ['Budget', 'In the network’s currency. The cost of the flight never exceeds it.'],
  daily_cap: ['Daily cap', 'The limit for each day in the campaign’s time zone. Leave blank for no limit.'],
  visitor_cap: ['Views per visitor per day', 'How often one visitor sees it. Leave blank for no limit.'],
  accepts_unsigned: [
    'Accept views without a play',
    'Whether to pay for views that outlets report without a play of this server. They can’t be verified. Leave it off unless your outlets choose ads themselves.',
  ],
  pacing: ['Pacing', 'Even spreads the budget over the remaining days. Fast shows ads as soon as possible.'],
  model: ['Pricing model', 'Views per thousand or each, clicks or burns. The rate card lists the prices.'],
  targets: [
    'Targeting',
    'Everywhere, or any of: customers, venues, outlets, venue types, states, a circle on the map. You can exclude some of them. New matching outlets are included automatically.',
  ],
};

export const DRAFT_BY_HTTP = `TOKEN=vbt_…   # create it under API tokens, with campaigns:read and campaigns:write
API=https://voltboard.example/api

# a campaign and one flight
campaign=$(curl -s $API/campaigns -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"Autumn","sponsor":"Cascade","category":"food_and_drink","time_zone":"America/Chicago"}' | jq -r .id)
flight=$(curl -s $API/campaigns/$campaign/flights -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"starts":"2027-03-01","ends":"2027-03-31","budget":2500,"model":"cpm","targets":{"states":["Illinois"]}}' | jq -r .id)

# the picture, as the request body
curl -s "$API/flights/$flight/creatives?name=Leaves&seconds=15&target=https%3A%2F%2Fcascade.example%2F" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: image/png' --data-binary @leaves.png | jq .missing

# each change names the version it is based on
version=$(curl -s $API/flights/$flight -H "Authorization: Bearer $TOKEN" | jq .version)
curl -s $API/flights/$flight/submit -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d "{\\"version\\":$version}" | jq .state`;
