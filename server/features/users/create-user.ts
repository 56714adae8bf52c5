import { v7 as newId } from 'uuid';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { storePicture } from '../../people/avatar-queries.ts';
import type { StoredPicture } from '../../people/make-avatar.ts';
import type { Changing } from './change-user.ts';
import { sendInvitation } from './send-invitation.ts';
import { checkUserFields, type UserFields, type UserInput } from './user-fields.ts';
import { findUser, insertUser, type UserRow } from './users-queries.ts';

type Order = {
  readonly input: UserInput;
  readonly picture: StoredPicture | null;
  readonly invite: boolean;
};

/** Creates an account without a password. Its owner sets one through the invitation, which is sent now or later. */
export const createUser = (context: Changing, { input, picture, invite }: Order): Promise<UserRow> =>
  insertWithAudit(context, async ({ tx, nowMs, note }) => {
    // Serializes account changes, because each change checks other accounts.
    await takeAuditTurn(tx);
    const fields = await checkUserFields(tx, input, undefined);
    const user = await storeNewUser(tx, fields, { by: context.author.actorId, at: nowMs, importHash: null });
    if (picture !== null) await storePicture(tx, user.id, picture, user.updated_at);
    if (invite) await sendInvitation(tx, context, user);
    const { email, role, customer_id: customer, disabled } = fields;
    const standing = customer === null ? {} : { standing: fields.standing };
    const detail = { id: user.id, role, ...standing, customer, disabled, picture: picture !== null, invited: invite };
    await note({ action: 'user.created', subject: email, detail });
    return (await findUser(tx, user.id)) ?? user;
  });

type Making = { readonly by: string | null; readonly at: number; readonly importHash: string | null };

/** Builds the row of a new account, without a password and with an unverified address. */
export function newUserRow(fields: UserFields, { by, at, importHash }: Making) {
  return {
    ...fields,
    id: newId(),
    email_verified: 0,
    avatar: '[]',
    provider: 'local',
    demo: 0,
    password_hash: null,
    import_hash: importHash,
    authentication_uid: null,
    created_at: at,
    updated_at: at,
    created_by_id: by,
    updated_by_id: by,
    deleted_at: null,
  } as const;
}

async function storeNewUser(tx: AccountsDb, fields: UserFields, making: Making): Promise<UserRow> {
  const row = newUserRow(fields, making);
  await insertUser(tx, row);
  const user = await findUser(tx, row.id);
  if (user === undefined) throw new Error('the account that was just stored is not there');
  return user;
}
