import * as Type from 'typebox';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { LEAST_RETENTION_MONTHS } from '#domain/retention.ts';

/** Retention variables, in the format of `config-variables.ts`. */
export const RETENTION_VARIABLES = {
  VISITOR_DATA_DAYS: Type.Integer({
    description:
      'Days for which events keep what identifies their visitor: fingerprint, address, play token. A nightly job erases it from older events; late events are stored without it. Events, counts, and money stay; distinct visitors of older days are unknown. Leave blank for no limit.',
    default: '',
    minimum: 1,
    maximum: 36_500,
    write: 'a number of days, such as 90',
  }),
  RETENTION_MONTHS: Type.Integer({
    description:
      'Months for which single events are kept, 2 at least. Whole weeks of older ones are removed every night; sums by quarter hour stay, so that no figure changes. Empty: for ever.',
    default: '',
    minimum: LEAST_RETENTION_MONTHS,
    maximum: 1_200,
    write: `a number of months from ${LEAST_RETENTION_MONTHS} on (outlets report up to ${LATEST_DAYS_LATE} days late, and only whole weeks leave), such as 24`,
  }),
};
