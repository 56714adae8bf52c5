import * as Type from 'typebox';

/** Billing variables, in the format used by `config-variables.ts`. */
export const BILLING_VARIABLES = {
  CLOSE_AFTER_DAYS: Type.Integer({
    description:
      'Days after the end of a month until its statements and invoices become final. Later events are billed on the next ones.',
    default: '5',
    minimum: 0,
    maximum: 25,
    write: 'a number of days from 0 to 25',
  }),
  FIRST_MONTH: Type.String({
    description:
      'First month with statements and invoices, such as 2026-11. Earlier delivery is not billed. Leave blank for the month of the first event. If several months are due when the first one closes, none closes automatically until this is set.',
    default: '',
    pattern: '^[2-9]\\d{3}-(0[1-9]|1[0-2])$',
    write: 'a month, such as 2026-11',
  }),
  CURRENCY: Type.String({
    description:
      'Currency of all amounts, as an ISO 4217 code with two decimals. It cannot change once there are flights.',
    default: 'USD',
    pattern: '^[A-Z]{3}$',
    write: 'the ISO 4217 code of a currency with two decimals, such as USD or EUR',
  }),
  DUNNING_DAYS: Type.String({
    description:
      'Days after the due date at which an unpaid invoice gets a payment reminder, a second notice and a final notice, separated by commas. off sends none.',
    default: '3,14,30',
    pattern: '^(off|[0-9]{1,3}(,[0-9]{1,3}){0,2})$',
    write: 'one to three increasing numbers of days such as 3,14,30, or off',
  }),
  FOUR_EYES: Type.Boolean({
    description:
      'A payout run must be approved by a different administrator than the one who proposed it. Turn this off if the network has only one administrator.',
    default: 'on',
    write: 'on or off',
  }),
};
