import type { AuditLine } from '#contract/audit.ts';
import { changedParts, fieldWords, isName, valueWords } from './value-words.ts';

/** Describes each action in words. An action that is missing here is shown as its name split into words. */
const ACTIONS: Readonly<Record<string, string>> = {
  'account.accepted': 'Accepted an invitation',
  'account.exported': 'Downloaded the own data',
  'account.registered': 'Signed up',
  'account.verified': 'Verified the address',
  'adjustment.made': 'Made an adjustment',
  'alert.acknowledged': 'Took an alert in hand',
  'alert.call-replayed': 'Had a webhook of alerts called again',
  'alert.webhook-deleted': 'Deleted a webhook of alerts',
  'alert.webhook-made': 'Made a webhook of alerts',
  'alert-rules.changed': 'Changed what is told as an alert',
  'audit.exported': 'Exported the audit log',
  'campaign.changed': 'Changed a campaign',
  'campaign.created': 'Made a campaign',
  'campaigns.exported': 'Exported campaigns',
  'creative-policy.changed': 'Changed which creatives a property takes',
  'customers.exported': 'Exported customers',
  'customer.created': 'Added a customer',
  'customer.changed': 'Changed a customer',
  'customer.retired': 'Retired a customer',
  'customer.restored': 'Restored a customer',
  'document.exported': 'Downloaded a statement or invoice',
  'domain.claimed': 'Claimed an e-mail domain',
  'domain.lapsed': 'Ended the claim of an e-mail domain without its record',
  'domain.missing': 'Missed the record of an e-mail domain',
  'domain.released': 'Gave an e-mail domain up',
  'domain.sso-ended': 'No longer required single sign-on',
  'domain.sso-required': 'Required single sign-on',
  'domain.verified': 'Verified an e-mail domain',
  'events.accept-missing': 'Accepted the loss of events',
  'events.give-up': 'Gave up what is left of lost events',
  'events.removed': 'Removed old events',
  'house-picture.removed': "Took a property's own picture away",
  'house-picture.set': "Set a property's own picture",
  'flight.approved': 'Approved a flight',
  'flight.cancelled': 'Cancelled a flight',
  'flight.change-approved': 'Approved a proposed change',
  'flight.change-declined': 'Declined a proposed change',
  'flight.change-proposed': 'Proposed a change of a flight',
  'flight.change-withdrawn': 'Withdrew a proposed change',
  'flight.changed': 'Changed a flight',
  'flight.creative-accepted': 'Accepted a creative',
  'flight.creative-added': 'Added a creative',
  'flight.creative-refused': 'Refused a creative',
  'flight.creative-removed': 'Removed a creative',
  'flight.drafted': 'Began a flight',
  'flight.pause': 'Paused a flight',
  'flight.resume': 'Resumed a flight',
  'flight.returned': 'Returned a flight',
  'flight.submitted': 'Submitted a flight',
  'identity.connected': 'Connected a provider',
  'identity.disconnected': 'Disconnected a provider',
  'month.closed': 'Closed a month',
  'installation.backed-up': 'Made a backup',
  'installation.events-adopted': 'Paired the stores anew',
  'installation.left-demo': 'Moved out of the demo',
  'import.cancelled': 'Cancelled an import',
  'key.issued': 'Issued a key',
  'key.revoked': 'Revoked a key',
  'key.rotated': 'Replaced a key',
  'play-key.rotated': 'Replaced the key that signs plays',
  'purpose-key.rotated': 'Replaced a key of the installation',
  'purpose-key.revoked': 'Revoked a key of the installation',
  'audit-stream.cursor-set': 'Set where the audit stream continues',
  'letterhead.changed': 'Changed the letterhead of documents',
  'login-code.issued': 'Issued a sign-in link',
  'mail.read': 'Read a mail',
  'mail.retried': 'Sent a mail again',
  'message.deleted': 'Deleted a message',
  'message.marked-unread': 'Marked a message as unread',
  'message.read': 'Read a message',
  'message.restored': 'Restored a message',
  'network.imported-campaigns': 'Imported campaigns',
  'network.imported-customers': 'Imported customers',
  'network.imported-outlets': 'Imported outlets',
  'outlet.changed': 'Changed an outlet',
  'outlet.created': 'Added an outlet',
  'outlet.move-cancelled': 'Took a move back',
  'outlet.moved': 'Placed an outlet',
  'outlet.place-corrected': "Corrected an outlet's place",
  'outlet.reinstated': 'Put an outlet into service',
  'outlet.retired': 'Retired an outlet',
  'outlets.exported': 'Exported outlets',
  'passkey.added': 'Added a passkey',
  'passkey.refused': 'Was refused: the passkey may have been copied',
  'passkey.removed': 'Removed a passkey',
  'passkey.renamed': 'Renamed a passkey',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a new password',
  'password.reset-asked': 'Asked for a new password',
  'price.set': 'Set a price',
  'profile.changed': 'Changed the profile',
  'report.exported': 'Downloaded a report',
  'second-factor.codes-renewed': 'Renewed the recovery codes',
  'second-factor.disabled': 'Switched the second factor off',
  'second-factor.enabled': 'Set up a second factor',
  'second-factor.recovery-code-used': 'Used a recovery code',
  'second-factor.refused': 'Gave a wrong one-time code',
  'second-factor.removed': 'Removed a second factor',
  'second-factor.throttled': 'Was slowed down at the one-time code',
  'session.confirmed': 'Confirmed the sign-in',
  'session.ended': 'Signed out',
  'session.refused': 'Was refused at sign-in',
  'session.started': 'Signed in',
  'session.throttled': 'Was slowed down at sign-in',
  'session.unconfirmed': 'Failed to confirm the sign-in',
  'sessions.ended': 'Ended other sessions',
  'finding.adjusted': 'Approved a credit of a finding',
  'finding.declined': 'Declined a credit of a finding',
  'finding.proposed': 'Proposed a credit of a finding',
  'objection.accepted': 'Accepted an objection',
  'objection.declined': 'Declined an objection',
  'objection.raised': 'Objected to a judgement',
  'payee.changed': 'Changed the account of an owner',
  'payee.confirmed': 'Confirmed the account of an owner',
  'payee.withdrawn': 'Withdrew a change of the account of an owner',
  'payer.changed': 'Changed the account that payouts are made from',
  'payment.entered': 'Entered a payment',
  'payment.withdrawn': 'Withdrew a payment',
  'payout.paid': 'Marked payouts as paid',
  'payout.returned': 'Marked a payout as returned',
  'payout-run.approved': 'Approved a payout run',
  'payout-run.declined': 'Declined a payout run',
  'payout-run.exported': 'Downloaded a payout run for the bank',
  'payout-run.proposed': 'Proposed a payout run',
  'refund.approved': 'Approved a refund',
  'refund.declined': 'Declined a refund',
  'refund.exported': 'Downloaded a refund for the bank',
  'refund.paid': 'Marked a refund as paid',
  'refund.proposed': 'Proposed a refund',
  'refund.returned': 'Marked a refund as returned',
  'report.changed': 'Changed a saved report',
  'report.deleted': 'Deleted a saved report',
  'report.link-made': 'Made a link to a report',
  'report.link-revoked': 'Revoked a link to a report',
  'report.mark-made': 'Put a note on a day of reports',
  'report.mark-removed': 'Took a note of reports away',
  'report.saved': 'Saved a report',
  'report.schedule-ended': 'Ended the mailing of a report',
  'report.schedule-made': 'Had a report mailed',
  'traffic-rules.changed': 'Changed the rules against invalid traffic',
  'rate-card.changed': 'Changed the rate card',
  'share.set': 'Set a share',
  'statement.exported': 'Printed a statement',
  'token.made': 'Made an API token',
  'token.revoked': 'Revoked an API token',
  'token.approved': 'Approved an API token that writes money',
  'token.declined': 'Declined an API token that writes money',
  'user.changed': 'Changed an account',
  'user.created': 'Added an account',
  'user.deleted': 'Deleted an account',
  'user.disabled': 'Disabled an account',
  'user.enabled': 'Enabled an account',
  'user.erased': 'Erased an account for good',
  'user.invite-sent': 'Sent an invitation',
  'user.invitation-sent': 'Sent an invitation',
  'user.password-set': "Set an account's password",
  'user.reset-sent': 'Sent a link for a new password',
  'user.restored': 'Restored an account',
  'user.rights-changed': "Changed an account's rights",
  'user.sessions-ended': "Ended an account's sessions",
  'user.signed-up': 'Signed up',
  'user.taken-over': 'Took an account over by invitation',
  'user.token-revoked': "Revoked an account's API token",
  'user.view-started': 'Looked as an account',
  'user.view-ended': 'Stopped looking as an account',
  'users.exported': 'Exported accounts',
  'users.imported': 'Imported accounts',
  'visitor.erased': 'Erased a visitor',
  'venue.changed': 'Changed a venue',
  'venue.created': 'Added a venue',
};

/** Whether an action has a description in `ACTIONS`. */
export const hasActionWords = (action: string): boolean => action in ACTIONS;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Describes an action: 'Set a share'. */
export const actionWords = (action: string): string => ACTIONS[action] ?? capital(action.replace(/[.-]/g, ' '));

/** Facts that only the drawer shows. */
const HIDDEN: readonly string[] = ['id', 'token', 'time_zone', 'issuer', 'session'];
const MOST_FACTS = 4;

/** Returns the time zones of an entry's days, before and after the change. */
function zonesOf({
  changes,
  facts,
}: Pick<AuditLine, 'changes' | 'facts'>): readonly [string | undefined, string | undefined] {
  const known = facts.find(({ name }) => name === 'time_zone')?.value || undefined;
  const changed = changes.find(({ field }) => field === 'time_zone');
  return changed === undefined ? [known, known] : [changed.before || undefined, changed.after || undefined];
}

/** Describes an entry's changes: 'Share from 30% to 35%, from Nov 21, 2026'. */
export function changeWords(entry: Pick<AuditLine, 'changes' | 'facts'>): string {
  const { changes, facts } = entry;
  const [zoneBefore, zone] = zonesOf(entry);
  // A change of venue implies the venue's time zone, so do not list the time zone separately.
  const isPlace = changes.some(({ field }) => field === 'venue');
  const changed = changes
    .flatMap(changedParts)
    .filter(({ field }) => !(isPlace && field === 'time_zone'))
    .flatMap(({ field, before, after }) => {
      const [was, is] = [valueWords(field, before, zoneBefore), valueWords(field, after, zone)];
      if (was === is) return [];
      const isNew = before === '' && field !== 'role';
      const name = field === 'from' ? 'its beginning' : fieldWords(field);
      return [isNew ? `${name} ${is}` : `${name} from ${was} to ${is}`];
    });
  const known = facts
    .filter(({ name, value }) => !HIDDEN.includes(name) && !isName(value) && value !== '' && value !== '0')
    .map(({ name, value }) => `${fieldWords(name)} ${valueWords(name, value, zone)}`);
  return capital([...changed, ...known.slice(0, MOST_FACTS)].join(', '));
}

/** Returns the choices for the action filter: each area, followed by its actions. */
export function actionChoices(actions: readonly string[]): { value: string; label: string }[] {
  const areas = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  return areas.flatMap((area) => {
    const own = actions.filter((action) => action.startsWith(`${area}.`));
    const all = own.length > 1 ? [{ value: area, label: `${capital(area)}: all` }] : [];
    return [...all, ...own.map((action) => ({ value: action, label: actionWords(action) }))];
  });
}
