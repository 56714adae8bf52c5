/** Texts of `explain-button.tsx`. */
export const explainButtonStrings = {
  whyThisNumber: 'Why this number: {label}',
  whyThisNumber2: 'Why this number?',
} as const;

/** Texts of `explain-panel.tsx`. */
export const explainPanelStrings = {
  theExplanationCouldNotBe: 'The explanation could not be loaded.',
  chosenSoFar: 'Chosen so far',
  theWholeFigure: 'The whole figure',
  takenApartBy: 'Taken apart by',
  newerEvents: 'Newer events',
  partsBefore: 'Parts before',
  olderEvents: 'Older events',
  moreParts: 'More parts',
  ownersNetwork: 'Owners {owner} + network {network}',
  aMonthAtThePace: 'A month at the pace of {ofDays} in service',
  reckonedWithPerKWh: 'Reckoned with {price} per kWh',
  nothingHappenedSoItIs: 'Nothing happened, so it is nothing.',
  parts: 'Parts',
  eventsThatComeTo: { one: 'event that comes to the same', other: 'events that come to the same' },
  otherLines: 'other lines',
  otherEntries: 'other entries',
  paidAhead: 'Paid ahead',
  eventsRemoved: 'Events removed',
  otherParts: 'other parts',
  in: '{ofDays} in {days}',
  ownerNetwork: 'Owner {owner} + network {network}',
  ofThemEstimated: '{estimated} of them estimated',
  itCameTo: 'It came to {before}',
  doesNotCount: 'Does not count: {reason}',
  estimated: 'estimated',
} as const;
