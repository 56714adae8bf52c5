import * as Type from 'typebox';

/** Traffic validation variables, in the format of `config-variables.ts`. */
export const TRAFFIC_VARIABLES = {
  DATA_CENTRE_RANGES: Type.String({
    description:
      'File with ranges of addresses (CIDR, one a line) of data centers, in addition to the list that ships with the product: events of visitors with such addresses are kept and do not count. Read again when it changes. Empty: only the shipped list.',
    default: '',
    write: 'the path of a file',
  }),
  UNSIGNED_VIEWS: Type.Enum(['count', 'invalid'], {
    description:
      'Whether views without a play of this server count. invalid: only for flights that accept them. count: for every flight.',
    default: 'invalid',
    write: 'count or invalid',
  }),
} as const;
