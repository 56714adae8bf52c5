import type { NewUser } from '#contract/users.ts';
import { emailKey } from '#domain/email.ts';
import { personKeys } from '#domain/person-names.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { FieldError } from '../../http/app-error.ts';
import { isLookalikeEmail, LOOKALIKE_EMAIL } from '../../lib/lookalike-email.ts';
import { shownEmail } from '../../lib/shown-email.ts';
import { findCustomer, findUserByEmail, type UserRow } from './users-queries.ts';

/** The account fields in a form or a line of a file. The picture is separate. */
export type UserInput = Omit<NewUser, 'invite' | 'image'>;

/** The same fields, validated and in stored form. */
export type UserFields = Pick<
  UserRow,
  | 'first_name'
  | 'last_name'
  | 'name_key'
  | 'first_key'
  | 'last_key'
  | 'phone_number'
  | 'email'
  | 'email_key'
  | 'role'
  | 'standing'
  | 'customer_id'
  | 'disabled'
>;

export const storedRole = (role: UserInput['role']): StoredRole => (role === '' ? 'full' : role);

/** Whether a role belongs to a customer of the same kind. The other roles see everything or nothing. */
const isLinked = (role: StoredRole): role is 'property' | 'advertiser' => role === 'property' || role === 'advertiser';

/** Validates the fields. Throws `FieldError` with a reason for each invalid field. */
export async function checkUserFields(
  tx: AccountsDb,
  input: UserInput,
  stored: UserRow | undefined,
): Promise<UserFields> {
  const key = emailKey(input.email);
  return checkedFields(input, stored, {
    customer: await findCustomer(tx, input.customer_id),
    owner: key === null ? undefined : await findUserByEmail(tx, key),
  });
}

/** The stored customer that the input names, and the account that has the input's address. */
type Named = {
  readonly customer: { readonly name: string; readonly kind: string } | undefined;
  readonly owner: Pick<UserRow, 'id'> | undefined;
};

/** Validates the fields like `checkUserFields`, with rows that were read before. */
export function checkedFields(input: UserInput, stored: UserRow | undefined, { customer, owner }: Named): UserFields {
  const faults: Record<string, string> = {};
  const names = { first_name: plainText(input.first_name), last_name: plainText(input.last_name) };
  const phoneNumber = plainText(input.phone_number);
  for (const [field, text] of Object.entries({ ...names, phone_number: phoneNumber }))
    if (hasInvisible(text)) faults[field] = 'This contains invisible characters. Type it again.';
  if (!faults.phone_number && !/^[+\d][\d\s()./-]*$|^$/.test(phoneNumber))
    faults.phone_number = 'Enter a phone number such as +1 555 010 0000.';
  const key = emailKey(input.email);
  if (key === null) faults.email = 'Enter an email address such as name@example.com.';
  // An account that already has such an address keeps it.
  else if (key !== stored?.email_key && isLookalikeEmail(key)) faults.email = LOOKALIKE_EMAIL;
  const role = storedRole(input.role);
  if (role === 'full' && stored?.role !== 'full' && input.confirms_full_view !== true)
    faults.role = 'An account without a role sees every customer. Confirm this choice.';
  const reason = customerFault(role, input.customer_id, customer);
  if (reason !== null) faults.customer_id = reason;
  if (Object.keys(faults).length > 0 || key === null) throw new FieldError(faults);
  if (owner !== undefined && owner.id !== stored?.id)
    throw new FieldError({ email: 'This email is already in use by another account.' }, 'conflict');
  return {
    first_name: names.first_name,
    last_name: names.last_name,
    ...personKeys(names.first_name, names.last_name),
    phone_number: phoneNumber,
    email: shownEmail(key),
    email_key: key,
    role,
    // Without a customer, the standing means nothing, so a newly linked account begins as a manager by default.
    standing: isLinked(role) ? (input.standing ?? stored?.standing ?? 'manager') : 'manager',
    customer_id: isLinked(role) ? input.customer_id : null,
    disabled: input.disabled ? 1 : 0,
  };
}

function customerFault(role: StoredRole, customerId: string, customer: Named['customer']): string | null {
  if (!isLinked(role)) return customerId === '' ? null : 'Only outlet owners and advertisers belong to a customer.';
  if (customerId === '') return 'Choose the customer that this account belongs to.';
  if (customer === undefined) return 'Customer not found.';
  return customer.kind === role ? null : `${customer.name} doesn’t match this role. Choose another customer.`;
}
