import { outletName } from '#domain/eui.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Mail } from '../../mail/mail.ts';
import { findAdministratorMails, findMailOf, type ObjectionRow } from './traffic-queries.ts';

type Raised = { readonly day: string; readonly reason: string; readonly words: string; readonly outlet: string };

const facts = ({ day, reason, outlet }: Omit<Raised, 'words'>) => [
  { label: 'Outlet', value: outlet },
  { label: 'Day', value: day },
  { label: 'Reason', value: reason },
];

/** Notifies the administrators. */
export async function mailObjection(tx: AccountsDb, mail: Mail, raised: Raised): Promise<void> {
  for (const to of await findAdministratorMails(tx))
    await mail.send(tx, {
      to,
      kind: 'objection-raised',
      subject: 'Somebody objects to invalid traffic',
      content: {
        heading: 'Somebody objects to invalid traffic',
        paragraphs: ['A customer says that what did not count should have:', raised.words],
        facts: facts(raised),
        action: { label: 'Decide', path: '/admin/traffic' },
      },
    });
}

/** Notifies the author of the objection. */
export async function mailDecision(
  tx: AccountsDb,
  mail: Mail,
  row: ObjectionRow,
  { state, answer }: { readonly state: 'accepted' | 'declined'; readonly answer: string },
): Promise<void> {
  const to = await findMailOf(tx, row.raised_by_id);
  if (to === null) return;
  const heading = state === 'accepted' ? 'Your objection was accepted' : 'Your objection was declined';
  const text =
    state === 'accepted'
      ? 'What these events would have earned is credited to both sides.'
      : 'The judgement stands, for this reason:';
  await mail.send(tx, {
    to,
    kind: `objection-${state}`,
    subject: heading,
    content: {
      heading,
      paragraphs: [text, answer],
      facts: facts({ ...row, outlet: outletName(row) }),
      action: { label: 'Invalid traffic', path: '/app/traffic' },
    },
  });
}
