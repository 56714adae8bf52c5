import type { useForm } from '@mantine/form';
import { alphanumeric, digits, email, letters, minLength, must } from './validation-rules.ts';

export const EMPTY_ORDER = {
  username: '',
  email: '',
  address: '',
  country: '',
  shipping: '',
  zip: '',
  delivery: '',
  cardName: '',
  cardType: '',
  cardNumber: '',
  expires: '',
};
export type Order = typeof EMPTY_ORDER;
export type OrderForm = ReturnType<typeof useForm<Order>>;

export const STEPS = ['Your Details', 'Shipping', 'Pay', 'Thank you!'] as const;

const RULES: Record<keyof Order, (value: string) => string | null> = {
  username: must(alphanumeric),
  email: must(email),
  address: must(letters),
  country: must(),
  shipping: must(),
  zip: must(digits(6)),
  delivery: must(minLength(4)),
  cardName: must(letters),
  cardType: must(),
  cardNumber: must(digits(16)),
  expires: must(),
};

/** The fields of each step; the last step has none. */
const FIELDS: readonly (readonly (keyof Order)[])[] = [
  ['username', 'email', 'address'],
  ['country', 'shipping', 'zip', 'delivery'],
  ['cardName', 'cardType', 'cardNumber', 'expires'],
  [],
];

/** The errors of one step's fields; empty if the step is complete. */
export function problemsOfStep(step: number, order: Order): Partial<Record<keyof Order, string>> {
  const problems = (FIELDS[step] ?? []).map((field) => [field, RULES[field](order[field])] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}
