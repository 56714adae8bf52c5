import type { AuditLine } from '#contract/audit.ts';
import { changedParts, fieldWords, isName, valueWords } from './value-words.ts';

/** Describes each action in words. An action that is missing here is shown as its name split into words. */
const ACTIONS: Readonly<Record<string, string>> = {
  'account.accepted': 'Accepted an invitation',
  'account.exported': 'Downloaded their data',
  'account.registered': 'Signed up',
  'account.verified': 'Verified their email',
  'adjustment.made': 'Made an adjustment',
  'alert.acknowledged': 'Acknowledged an alert',
  'alert.unacknowledged': 'Undid the acknowledgment of an alert',
  'alert.call-replayed': 'Sent a webhook call again',
  'alert.webhook-deleted': 'Deleted an alert webhook',
  'alert.webhook-made': 'Added an alert webhook',
  'alert-rules.changed': 'Changed the alert settings',
  'audit.exported': 'Exported the audit log',
  'campaign.archived': 'Archived a campaign',
  'campaign.changed': 'Changed a campaign',
  'campaign.created': 'Created a campaign',
  'campaign.restored': 'Restored an archived campaign',
  'campaigns.exported': 'Exported campaigns',
  'creative-policy.changed': 'Changed which creatives an owner accepts',
  'customers.exported': 'Exported customers',
  'customer.created': 'Added a customer',
  'customer.changed': 'Changed a customer',
  'customer.retired': 'Retired a customer',
  'customer.restored': 'Restored a customer',
  'document.exported': 'Downloaded a statement or invoice',
  'domain.claimed': 'Claimed an email domain',
  'domain.lapsed': 'Released an email domain without its DNS record',
  'domain.missing': 'Found no DNS record of an email domain',
  'domain.released': 'Released an email domain',
  'domain.sso-ended': 'Stopped requiring single sign-on',
  'domain.sso-required': 'Required single sign-on',
  'domain.verified': 'Verified an email domain',
  'events.accept-missing': 'Accepted the loss of events',
  'events.give-up': 'Gave up the rest of lost events',
  'events.removed': 'Removed old events',
  'house-picture.removed': 'Removed an owner’s house picture',
  'house-picture.set': 'Set an owner’s house picture',
  'flight.approved': 'Approved a flight',
  'flight.archived': 'Archived a flight',
  'flight.cancelled': 'Canceled a flight',
  'flight.change-approved': 'Approved a proposed change',
  'flight.change-declined': 'Declined a proposed change',
  'flight.change-proposed': 'Proposed a change to a flight',
  'flight.change-withdrawn': 'Withdrew a proposed change',
  'flight.changed': 'Changed a flight',
  'flight.creative-accepted': 'Accepted a creative',
  'flight.creative-added': 'Added a creative',
  'flight.creative-changed': 'Changed a creative',
  'flight.creative-refused': 'Refused a creative',
  'flight.creative-removed': 'Removed a creative',
  'flight.drafted': 'Drafted a flight',
  'flight.preview-linked': 'Created a preview link of a creative',
  'flight.pause': 'Paused a flight',
  'flight.restored': 'Restored an archived flight',
  'flight.resume': 'Resumed a flight',
  'flight.returned': 'Returned a flight',
  'flight.submitted': 'Submitted a flight',
  'identity.connected': 'Connected a provider',
  'identity.disconnected': 'Disconnected a provider',
  'month.closed': 'Closed a month',
  'installation.backed-up': 'Created a backup',
  'installation.events-adopted': 'Paired the stores again',
  'installation.left-demo': 'Left the demo',
  'import.cancelled': 'Canceled an import',
  'key.issued': 'Issued an access key',
  'key.revoked': 'Revoked an access key',
  'key.rotated': 'Rotated an access key',
  'play-key.rotated': 'Rotated the play signing key',
  'purpose-key.rotated': 'Rotated a key of the installation',
  'purpose-key.revoked': 'Revoked a key of the installation',
  'audit-stream.cursor-set': 'Set where the audit stream resumes',
  'letterhead.changed': 'Changed the letterhead',
  'settings.changed': 'Changed a setting of the network',
  'login-code.issued': 'Issued a sign-in link',
  'mail.read': 'Read an email',
  'mail.retried': 'Sent an email again',
  'message.deleted': 'Deleted a message',
  'message.marked-unread': 'Marked a message as unread',
  'message.read': 'Read a message',
  'message.restored': 'Restored a message',
  'network.imported-campaigns': 'Imported campaigns',
  'network.imported-customers': 'Imported customers',
  'network.imported-outlets': 'Imported outlets',
  'outlet.changed': 'Changed an outlet',
  'outlet.created': 'Added an outlet',
  'outlet.move-cancelled': 'Canceled an outlet move',
  'outlet.moved': 'Moved an outlet',
  'outlet.place-corrected': 'Corrected an outlet’s location',
  'outlet.reinstated': 'Returned an outlet to service',
  'outlet.retired': 'Retired an outlet',
  'outlets.exported': 'Exported outlets',
  'passkey.added': 'Added a passkey',
  'passkey.refused': 'Was refused: the passkey may be a copy',
  'passkey.removed': 'Removed a passkey',
  'passkey.renamed': 'Renamed a passkey',
  'password.changed': 'Changed their password',
  'password.reset': 'Reset their password',
  'password.reset-asked': 'Requested a password reset',
  'price.set': 'Set a price',
  'profile.changed': 'Changed their profile',
  'report.exported': 'Downloaded a report',
  'second-factor.codes-renewed': 'Created new recovery codes',
  'second-factor.disabled': 'Turned off two-factor authentication',
  'second-factor.enabled': 'Turned on two-factor authentication',
  'second-factor.recovery-code-used': 'Used a recovery code',
  'second-factor.refused': 'Entered a wrong one-time code',
  'second-factor.removed': 'Removed a second factor',
  'second-factor.throttled': 'Entered too many one-time codes',
  'session.confirmed': 'Confirmed their identity',
  'session.ended': 'Signed out',
  'session.refused': 'Failed to sign in',
  'session.started': 'Signed in',
  'session.throttled': 'Tried to sign in too often',
  'session.unconfirmed': 'Failed to confirm their identity',
  'sessions.ended': 'Ended other sessions',
  'finding.adjusted': 'Approved a credit for a finding',
  'finding.declined': 'Declined a credit for a finding',
  'finding.proposed': 'Proposed a credit for a finding',
  'objection.accepted': 'Accepted a dispute',
  'objection.declined': 'Declined a dispute',
  'objection.raised': 'Disputed invalid traffic',
  'payee.changed': 'Changed a payout account',
  'payee.confirmed': 'Confirmed a payout account',
  'payee.withdrawn': 'Withdrew a payout account change',
  'payer.changed': 'Changed the payer account',
  'payment.entered': 'Recorded a payment',
  'payment.withdrawn': 'Reversed a payment',
  'payout.paid': 'Marked payouts as paid',
  'payout.returned': 'Marked a payout as returned',
  'payout-run.approved': 'Approved a payout run',
  'payout-run.declined': 'Declined a payout run',
  'payout-run.exported': 'Downloaded the bank file of a payout run',
  'payout-run.proposed': 'Proposed a payout run',
  'refund.approved': 'Approved a refund',
  'refund.declined': 'Declined a refund',
  'refund.exported': 'Downloaded the bank file of a refund',
  'refund.paid': 'Marked a refund as paid',
  'refund.proposed': 'Proposed a refund',
  'refund.returned': 'Marked a refund as returned',
  'report.changed': 'Changed a saved report',
  'report.deleted': 'Deleted a saved report',
  'report.link-made': 'Created a link to a report',
  'report.link-revoked': 'Revoked a link to a report',
  'report.mark-made': 'Added a note to reports',
  'report.mark-removed': 'Removed a note from reports',
  'report.saved': 'Saved a report',
  'report.schedule-ended': 'Stopped emailing a report',
  'report.schedule-made': 'Scheduled a report by email',
  'traffic-rules.changed': 'Changed the invalid traffic rules',
  'rate-card.changed': 'Changed the rate card',
  'share.set': 'Set a share',
  'statement.exported': 'Printed a statement',
  'table.exported': 'Exported a table',
  'token.made': 'Created an API token',
  'token.revoked': 'Revoked an API token',
  'token.approved': 'Approved an API token with write access to money',
  'token.declined': 'Declined an API token with write access to money',
  'user.changed': 'Changed an account',
  'user.created': 'Added an account',
  'user.deleted': 'Deleted an account',
  'user.disabled': 'Disabled an account',
  'user.enabled': 'Enabled an account',
  'user.erased': 'Permanently erased an account',
  'user.invite-sent': 'Sent an invitation',
  'user.invitation-sent': 'Sent an invitation',
  'user.password-set': 'Set an account’s password',
  'user.reset-sent': 'Sent a password reset link',
  'user.restored': 'Restored an account',
  'user.rights-changed': 'Changed an account’s permissions',
  'user.sessions-ended': 'Ended an account’s sessions',
  'user.signed-up': 'Signed up',
  'user.taken-over': 'Claimed an account by invitation',
  'user.token-revoked': 'Revoked an account’s API token',
  'user.view-started': 'Started viewing as another user',
  'user.view-ended': 'Stopped viewing as another user',
  'users.exported': 'Exported accounts',
  'users.imported': 'Imported accounts',
  'visitor.erased': 'Erased a visitor’s data',
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
      const name = field === 'from' ? 'start' : fieldWords(field);
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
