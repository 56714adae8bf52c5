import { DEMO_PASSWORD } from '#domain/constants.ts';

/** The three demo accounts (docs/decisions.md#fixed-names). `customer` is the customer that an account belongs to. */
export const DEMO_ACCOUNTS = [
  {
    role: 'admin',
    email: 'admin@demo.voltboard.example',
    password: DEMO_PASSWORD,
    firstName: 'Alex',
    lastName: 'Reyes',
    customer: null,
  },
  {
    role: 'property',
    email: 'owner@demo.voltboard.example',
    password: DEMO_PASSWORD,
    firstName: 'Olivia',
    lastName: 'Hart',
    customer: 'Larkspur Hotels',
  },
  {
    role: 'advertiser',
    email: 'sponsor@demo.voltboard.example',
    password: DEMO_PASSWORD,
    firstName: 'Sam',
    lastName: 'Okafor',
    customer: 'Brightleaf Coffee',
  },
] as const;

/**
 * The demo's bookkeeper, a second administrator whom a payout run requires. The account has no password, so it cannot
 * sign in.
 */
export const DEMO_BOOKKEEPER = {
  email: 'books@demo.voltboard.example',
  firstName: 'Morgan',
  lastName: 'Ellis',
} as const;
