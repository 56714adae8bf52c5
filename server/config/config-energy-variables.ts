import * as Type from 'typebox';
import { DEFAULT_ENERGY_COST_PER_KWH, DEFAULT_ENERGY_KWH_PER_VIEW, DEFAULT_RATED_WATTS } from '#domain/constants.ts';

/** Energy variables: a view's energy, the price of energy, and an outlet's power. */
export const ENERGY_VARIABLES = {
  ENERGY_KWH_PER_VIEW: Type.Number({
    description: 'Estimated energy per view in kWh, for outlets without a meter.',
    default: String(DEFAULT_ENERGY_KWH_PER_VIEW),
    minimum: 0,
    maximum: 100,
    write: 'kWh as a number, such as 0.025',
  }),
  ENERGY_COST_PER_KWH: Type.Number({
    description: 'Price of energy per kWh, in CURRENCY.',
    default: String(DEFAULT_ENERGY_COST_PER_KWH),
    minimum: 0,
    maximum: 1000,
    write: 'an amount as a number, such as 0.17',
  }),
  RATED_WATTS: Type.Number({
    description: 'Maximum power of an outlet in watts, unless set for the outlet. Higher readings are ignored.',
    default: String(DEFAULT_RATED_WATTS),
    minimum: 1,
    maximum: 1_000_000,
    write: 'watts as a number, such as 3680',
  }),
};
