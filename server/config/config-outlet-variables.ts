import * as Type from 'typebox';

/** Variables of the outlet endpoints, in the format of `config-variables.ts`. */
export const OUTLET_VARIABLES = {
  INGEST_QUEUE_EVENTS: Type.Integer({
    description: 'Events that may wait for storage before outlets are told to wait (429).',
    default: '200000',
    minimum: 1000,
    maximum: 10_000_000,
    write: 'a number of events, such as 200000',
  }),
  PLAY_MINUTES: Type.Integer({
    description:
      'How long a served play may be shown. More for outlets on poor lines, which fetch plays ahead; so long its price is kept from the budget.',
    default: '15',
    minimum: 1,
    maximum: 1440,
    write: 'whole minutes from 1 to 1440, such as 15',
  }),
};
