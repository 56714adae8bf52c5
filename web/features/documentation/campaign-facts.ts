import type { FlightFieldName, FlightState } from '#contract/flight-parts.ts';

/** A flight's states: name, meaning, and how a flight leaves the state. The type requires all states. */
export const STATES: Readonly<Record<FlightState, readonly [name: string, means: string, next: string]>> = {
  draft: ['Draft', 'Being written; nothing of it runs.', 'You submit it.'],
  in_review: ['In review', 'An administrator looks at it; nothing of it runs yet.', 'It is approved or returned.'],
  returned: ['Returned', 'It came back with a reason.', 'You change it and submit it again.'],
  scheduled: ['Scheduled', 'Approved; its first day is yet to come.', 'It starts by itself.'],
  live: ['Live', 'Outlets are given its ads now.', 'You pause it, or it is spent, capped or over.'],
  paused: ['Paused', 'Held by you or an administrator. Its days go on.', 'You resume it.'],
  spent: ['Spent', 'Its budget is used up.', 'A larger budget, if you propose one.'],
  capped: ['Capped today', 'Today’s cap is used up.', 'It runs on at the next midnight of the campaign’s time zone.'],
  ended: ['Ended', 'Its last day is over.', 'Nothing; an administrator may prolong it.'],
  cancelled: ['Canceled', 'Ended for ever before its time. What it showed until then is paid.', 'Nothing.'],
};

/** A flight's fields. The type requires every field of the form. */
export const FIELDS: Readonly<Record<FlightFieldName, readonly [name: string, means: string]>> = {
  starts: ['First day', 'From its first moment in the campaign’s time zone.'],
  ends: ['Last day', 'To its last moment.'],
  budget: ['Budget', 'In the network’s currency. What the flight’s events cost never exceeds it, by nothing at all.'],
  daily_cap: ['Daily cap', 'The same for each day of the campaign’s time zone. Empty: none.'],
  visitor_cap: ['Views per visitor per day', 'How often one visitor sees it. Empty: as often as may be.'],
  accepts_unsigned: [
    'Accept views without a play',
    'Whether views earn that outlets report without a play of this server. They cannot be checked; leave it off unless your outlets choose ads themselves.',
  ],
  pacing: ['Pacing', 'Even spreads the budget over the days that are left; fast shows it as soon as it can.'],
  model: ['Pricing model', 'Views by the thousand or each, clicks or burns; the rate card has the price of each.'],
  targets: [
    'Targeting',
    'Everywhere, or any of: customers, venues, outlets, venue types, states, a circle on the map; minus what you exclude. It is a rule: an outlet that comes to match later is reached from then on.',
  ],
};

export const DRAFT_BY_HTTP = `TOKEN=vbt_…   # made under API tokens, with campaigns:read and campaigns:write
API=https://voltboard.example/api

# a campaign, and a flight of it
campaign=$(curl -s $API/campaigns -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"Autumn","sponsor":"Cascade","category":"food_and_drink","time_zone":"America/Chicago"}' | jq -r .id)
flight=$(curl -s $API/campaigns/$campaign/flights -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"starts":"2027-03-01","ends":"2027-03-31","budget":2500,"model":"cpm","targets":{"states":["Illinois"]}}' | jq -r .id)

# its picture, as the body
curl -s "$API/flights/$flight/creatives?name=Leaves&seconds=15&target=https%3A%2F%2Fcascade.example%2F" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: image/png' --data-binary @leaves.png | jq .missing

# each change names the version it was made from
version=$(curl -s $API/flights/$flight -H "Authorization: Bearer $TOKEN" | jq .version)
curl -s $API/flights/$flight/submit -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d "{\\"version\\":$version}" | jq .state`;
