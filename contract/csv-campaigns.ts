import { type CsvFile, DAY, DOLLARS, text } from './csv-forms.ts';
import { AD_CATEGORY_NAMES } from './table-choices.ts';

/** campaigns.csv: flights with their campaigns. */
export const CAMPAIGNS = {
  about:
    'One flight a line, known by its code. Its campaign is known by advertiser and name: one that does not exist is made.',
  columns: {
    advertiser: text(
      'required',
      200,
      'the advertiser by its name; it has to exist',
      'Cascade Bottling',
      'Cascade Bottling',
    ),
    campaign: text('required', 200, 'what the campaign is called', 'Cold brew spring', 'Cold brew spring'),
    flight: {
      need: 'required',
      meaning: "the flight's code",
      longest: 64,
      form: '64 letters, digits and - _ . : at most',
      examples: ['CASC-SPRING-1', 'CASC-SPRING-2'],
    },
    starts: {
      need: 'required',
      meaning: "its first moment, in the network's time zone",
      form: DAY,
      examples: ['2027-03-01', '2027-03-01'],
    },
    ends: {
      need: 'required',
      meaning: "its last day, which is included, in the network's time zone",
      form: DAY,
      examples: ['2027-05-31', '2027-05-31'],
    },
    budget: { need: 'required', meaning: 'what it may cost', form: DOLLARS, examples: ['18000', '4000'] },
    model: {
      need: 'required',
      meaning: 'what is paid for: 1,000 views, a click, a burn or a view',
      form: 'cpm, cpc, cpb or flat',
      values: ['cpm', 'cpc', 'cpb', 'flat'],
      examples: ['cpm', 'cpb'],
    },
    price: { need: 'required', meaning: 'the price of that', form: DOLLARS, examples: ['14.50', '0.035'] },
    targets: {
      need: 'optional',
      meaning: 'where the flight may run; empty is everywhere',
      longest: 10_000,
      form: "EUIs, 'Customer > Venue', 'customer:', 'type:' or 'state:' with a name, 'circle:latitude,longitude,km', separated by |; a ! before one excludes it",
      examples: ['', 'Pier House Hotels > Pier House Boston | type:hotel | !state:Ohio'],
    },
    daily_cap: {
      need: 'optional',
      meaning: 'what it may cost on a day',
      form: `${DOLLARS}, or none; empty leaves what is stored`,
      examples: ['500', ''],
    },
    visitor_cap: {
      need: 'optional',
      meaning: 'views of one visitor and day',
      form: 'a number from 1 to 1000, or none; empty leaves what is stored',
      examples: ['3', ''],
    },
    pacing: {
      need: 'optional',
      meaning: 'how its budget is spread over its days; empty leaves what is stored',
      form: 'even or fast',
      values: ['even', 'fast'],
      examples: ['even', ''],
    },
    accepts_unsigned: {
      need: 'optional',
      meaning: 'whether views without a play earn; empty leaves what is stored, and is no for a new flight',
      form: 'yes or no',
      values: ['yes', 'no'],
      examples: ['no', ''],
    },
    sponsor: text('optional', 120, "what stands under the campaign's ads", 'Cascade cold brew', 'Cascade cold brew'),
    category: {
      need: 'optional',
      meaning: 'what the campaign advertises',
      form: AD_CATEGORY_NAMES.join(', '),
      values: AD_CATEGORY_NAMES,
      examples: ['food_and_drink', 'food_and_drink'],
    },
    time_zone: {
      need: 'optional',
      meaning: "in which the campaign's days are counted; empty is the network's",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/Los_Angeles', 'America/Los_Angeles'],
    },
  },
} as const satisfies CsvFile;
