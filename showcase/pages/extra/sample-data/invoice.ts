/**
 * The invoice's lines, with totals in whole cents. The pair of the second line is ten cents cheaper, as its description
 * says.
 */
export const LINES = [
  {
    item: 'Media server',
    description: 'Plays the advertisements of one venue',
    quantity: 2,
    price: '700',
    cents: 140_000,
  },
  { item: 'Cable set', description: 'Two metres; a pair is 0.10 less', quantity: 2, price: '10.99', cents: 2_188 },
  { item: 'Wall bracket', description: 'Brushed steel, with four screws', quantity: 5, price: '35', cents: 17_500 },
  { item: 'Label sheet', description: 'Twenty numbered labels', quantity: 1, price: '2', cents: 200 },
] as const;

/** The tax of the sample invoice (docs/specification.md#constants). */
const TAX_PERCENT = 10;

export const SUBTOTAL_CENTS = LINES.reduce((sum, { cents }) => sum + cents, 0);
export const TAX_CENTS = Math.round((SUBTOTAL_CENTS * TAX_PERCENT) / 100);
export const TOTAL_CENTS = SUBTOTAL_CENTS + TAX_CENTS;

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const amountText = (cents: number): string => AMOUNT.format(cents / 100);

export const COMPANY = {
  name: 'Lantern Supplies',
  place: '18 Quay Street, Portsmouth',
  email: 'hello@lantern.example.com',
  phone: '+1 555 0142',
  fax: '+1 555 0143',
} as const;

export const CLIENT = {
  name: 'Harbour House Hotel',
  place: 'Purchasing, Ines Crane',
  email: 'ines.crane@example.com',
  phone: '+1 555 0178',
  fax: '+1 555 0179',
  note: 'The goods are wanted before the season opens; deliveries are taken at the back gate.',
} as const;
