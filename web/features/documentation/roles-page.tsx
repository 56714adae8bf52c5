import { TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';

/** The page about what each role sees (docs/decisions.md#who-sees-what). */
export function RolesPage() {
  return (
    <>
      <DocTitle title="Roles">The server leaves out what a role can’t see. No URL parameter extends access.</DocTitle>
      <DocSection id="who-sees-what" title="Who sees what">
        <DocTable
          label="Who sees what"
          head={['Data', 'Administrator, or no role', 'Property', 'Advertiser']}
          rows={[
            ['Rows', 'Everything', 'Outlets of their customer', 'Events of their campaigns, at any outlet'],
            [
              'Money',
              'Recorded revenue',
              'Their share of it (30 percent unless the contract says otherwise), as revenue',
              'The cost of their campaigns, as spend',
            ],
            ['Days', 'The network’s time zone', 'The time zone of each outlet’s venue', 'The network’s time zone'],
            ['Energy', 'kWh and cost', 'Charges, kWh and cost', 'None'],
            [
              'Views table',
              'Timestamp, fingerprint, IP, sponsor, cryptic, flight',
              'Timestamp, fingerprint, IP, sponsor',
              'Timestamp, sponsor, flight',
            ],
            ['Summary card', 'Outlets Overview', 'Outlets Overview', 'Campaign Overview'],
            ['Administration', 'Role admin only', 'No', 'No'],
          ]}
        />
      </DocSection>
      <DocSection id="standings" title="Managers and viewers">
        <p>
          A customer’s account is a manager or a viewer. Viewers can read and export. Managers can also make changes for
          the customer, and invite and disable colleagues under Colleagues. Administrators can do all of this for
          everyone.
        </p>
      </DocSection>
      <DocSection id="api-tokens" title="API tokens">
        <p>
          To let a program use the API, create a token under API tokens in the account menu. It expires after 90 days
          unless you choose otherwise, and after a year at most. Its secret is shown once. Send it with each call:{' '}
          <code>Authorization: Bearer vbt_…</code>. A token never has more permissions than you.
        </p>
        <p>
          Choose its access by area. The scopes are {TOKEN_SCOPES.join(', ')}. The API description names the scope that
          each call needs. Reading and writing are separate. A token with write access to money works only after a
          second administrator approves it. It stops working when either of them is no longer an administrator. A token
          that only reads money gets the last four characters of bank accounts and no bank files.
        </p>
        <p>
          Tokens can’t manage accounts, read emails, create print links, change a payout account, or do other things
          that require your password.
        </p>
      </DocSection>
      <DocSection id="days" title="Days and time zones">
        <p>
          A range consists of days, and a day is the same for every reader, wherever they are. Owners use the time zone
          of the outlet’s venue. Administrators and advertisers use the network’s time zone (
          <code>NETWORK_TIME_ZONE</code>). If an owner has venues in several time zones, each outlet uses the days of
          its own venue. “Today” and the presets use the time zone of most of the owner’s outlets.
        </p>
        <p>
          The dashboard’s range bar shows the time zone. You can choose another one; the page address keeps it and the
          page marks it. Statements always use the days of the contract. Programs specify days with <code>from</code>{' '}
          and <code>to</code> (both included) or <code>range</code>, or times with <code>start</code> and{' '}
          <code>end</code>; <code>tz</code> selects another time zone, and the response’s <code>period</code> says which
          days it covers.
        </p>
      </DocSection>
      <DocSection id="new-accounts" title="New accounts">
        <p>
          New sign-ups have the role <code>unassigned</code> and see no figures until an administrator links the account
          to a customer. An account without a role sees everything. Only administrators can create one, and the audit
          log records who did.
        </p>
      </DocSection>
      <DocSection id="privacy" title="Privacy">
        <p>
          IP addresses are truncated to /24 and /48 before they are stored, unless the operator chooses otherwise. A
          fingerprint is a salted hash that the outlet creates. It can be erased without changing counts or amounts.
        </p>
      </DocSection>
    </>
  );
}
