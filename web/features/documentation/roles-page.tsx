import { TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { DocSection, DocTable, DocTitle } from './doc-parts.tsx';

/** The page about what each role sees (docs/decisions.md#who-sees-what). */
export function RolesPage() {
  return (
    <>
      <DocTitle title="Roles">
        What a role may not see is absent from the server’s answer; no parameter of an address widens it.
      </DocTitle>
      <DocSection id="who-sees-what" title="Who sees what">
        <DocTable
          label="Who sees what"
          head={['What', 'Administrator, or no role', 'Property', 'Advertiser']}
          rows={[
            ['Rows', 'everything', 'outlets of the own customer', 'events of the own campaigns, at whatever outlet'],
            [
              'Money',
              'recorded revenue',
              'its share of it (30 percent unless the contract says otherwise), as revenue',
              'what the own campaigns cost, as spend',
            ],
            ['Days', 'the network’s time zone', 'the time zone of each outlet’s venue', 'the network’s time zone'],
            ['Energy', 'kWh and cost', 'charges, kWh and cost', 'nothing'],
            [
              'Views table',
              'timestamp, fingerprint, IP, sponsor, cryptic, flight',
              'timestamp, fingerprint, IP, sponsor',
              'timestamp, sponsor, flight',
            ],
            ['Summary card', 'Outlets Overview', 'Outlets Overview', 'Campaign Overview'],
            ['Administration', 'role admin only', 'no', 'no'],
          ]}
        />
      </DocSection>
      <DocSection id="standings" title="Managers and viewers">
        <p>
          An account of a customer is its manager or its viewer. Viewers read and export; managers also run what the
          customer has here, and invite and disable colleagues under Colleagues, in the menu of the account.
          Administrators may do all of it for everyone.
        </p>
      </DocSection>
      <DocSection id="api-tokens" title="API tokens">
        <p>
          For programs make a token under API tokens, in the menu of the account: good for 90 days unless you choose
          otherwise and for a year at most. Its secret is shown once. Send it with each call:{' '}
          <code>Authorization: Bearer vbt_…</code>. It never does more than you may do at that moment.
        </p>
        <p>
          Choose its access by area. The scopes are {TOKEN_SCOPES.join(', ')}; the API description names the scope that
          each call needs. Reading and writing are separate. A token that writes money works after a second
          administrator approves it, and stops when either of them is no longer an administrator. A token that only
          reads money gets the last four characters of bank accounts, and no files for the bank.
        </p>
        <p>
          No token manages accounts, reads mails, makes links for printing, changes a payout account, or does other
          things that ask you for the password.
        </p>
      </DocSection>
      <DocSection id="days" title="Whose days">
        <p>
          A range names days, and a day is the same for every reader, wherever the browser stands: for an owner that of
          the venue where the outlet hangs, for administrators and advertisers that of the network (
          <code>NETWORK_TIME_ZONE</code>). Where an owner’s venues stand in several time zones, each outlet counts the
          days of its own venue; which date “today” and the presets mean is read from the time zone of most of the
          owner’s outlets.
        </p>
        <p>
          The dashboard’s range bar names the time zone. Another one can be looked in on purpose: the address keeps it,
          the page marks it, and statements always keep the days of the contract. Programs name days with{' '}
          <code>from</code> and <code>to</code> (both included) or <code>range</code>, or instants with{' '}
          <code>start</code> and <code>end</code>; <code>tz</code> asks for another time zone, and the answer’s{' '}
          <code>period</code> says which days it is of.
        </p>
      </DocSection>
      <DocSection id="new-accounts" title="New accounts">
        <p>
          Who signs up has the role <code>unassigned</code> and sees no figure until an administrator links the account
          to a customer. An account without role sees everything and can only be made by an administrator, who is named
          in the audit log.
        </p>
      </DocSection>
      <DocSection id="privacy" title="Privacy">
        <p>
          IP addresses are cut to /24 and /48 before they are stored, unless the operator chooses otherwise. A
          fingerprint is a salted hash chosen by the outlet; it can be erased without changing counts or money.
        </p>
      </DocSection>
    </>
  );
}
