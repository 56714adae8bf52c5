import * as Type from 'typebox';

/** Variables about money, as `config-variables.ts` has the others. */
export const BILLING_VARIABLES = {
  CLOSE_AFTER_DAYS: Type.Integer({
    description:
      'Days after the end of a month until its statements and invoices become final. What arrives later is a line of the next ones.',
    default: '5',
    minimum: 0,
    maximum: 25,
    write: 'a number of days from 0 to 25',
  }),
  CURRENCY: Type.String({
    description: 'Currency of prices, statements and invoices, by its ISO 4217 code.',
    default: 'USD',
    pattern: '^[A-Z]{3}$',
    write: 'three capital letters, such as USD',
  }),
  FOUR_EYES: Type.Boolean({
    description:
      'A payout run is approved by another administrator than the one who proposed it. Off where a network has only one.',
    default: 'on',
    write: 'on or off',
  }),
};
