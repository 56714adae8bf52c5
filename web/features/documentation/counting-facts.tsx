import { Link } from '@tanstack/react-router';
import { OBJECTION_DAYS } from '#contract/objections.ts';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { DocLink, DocSection, DocTable } from './doc-parts.tsx';
import { NOT_COUNTED } from './ingest-facts.ts';

/** The text about invalid traffic that the owners' and advertisers' pages share. */
export function WhatCounts({ unpaid }: { unpaid: string }) {
  return (
    <>
      <DocSection id="gross-and-net" title="Gross, invalid and net">
        <p>
          <strong>Gross</strong> is every view, click and burn that outlets reported and the server accepted.{' '}
          <strong>Invalid</strong> is the part that earns nothing. Each invalid event has exactly one reason.{' '}
          <strong>Net</strong> is the rest. All figures on the dashboard, on statements and in exports are net. Only net
          events are paid.
        </p>
        <p>
          An event is checked once, when it arrives, with what is known then. The result never changes. A changed rule
          applies to events that arrive after the change. {unpaid}
        </p>
      </DocSection>
      <DocSection id="reasons" title="Why an event is invalid">
        <p>The first matching reason in this order applies.</p>
        <DocTable
          label="Reasons for invalid events"
          head={['Reason', 'Meaning']}
          isCode
          rows={NOT_COUNTED.map(({ reason, meaning }) => [reason, meaning])}
        />
        <p>
          A click or burn of an invalid view has the same reason as its view. Only valid views affect other views, so a
          forged view never invalidates a real one.
        </p>
      </DocSection>
      <DocSection id="where" title="Where to see it">
        <p>
          <strong>Invalid traffic</strong>, in the sidebar, shows gross, invalid by reason, and net for each day, outlet
          and flight. It also shows the unpaid amounts and the newest events as samples. Programs read the same data
          from <code>GET /api/invalid-traffic</code> with an API token.
        </p>
        <Link to="/app/traffic" preload={false} className={plainButtonClass(true)}>
          Open Invalid traffic
        </Link>
      </DocSection>
    </>
  );
}

/**
 * Explains how to dispute invalid traffic. `credit` says what an accepted dispute means for the page's audience.
 */
export function HowToObject({ credit }: { credit: string }) {
  return (
    <DocSection id="objections" title="Disputes">
      <ol>
        <li>Under Invalid traffic, open the day to see its outlets.</li>
        <li>Select Dispute next to the outlet, choose the reason given, and explain why the traffic is valid.</li>
        <li>
          An administrator accepts or declines it with an answer, which you get by email and see beside the dispute.
        </li>
      </ol>
      <p>
        A manager of the customer can open one dispute per day, outlet and reason, within {OBJECTION_DAYS} days after
        the day. A viewer can read disputes. <code>over_budget</code> can’t be disputed, because nothing is owed beyond
        a budget.
      </p>
      <p>
        {credit} One adjustment settles both sides, no event twice, and exact to a millionth. The figures of the day do
        not change. The adjustment is shown beside them.
      </p>
      <p>
        See <DocLink to="getting-started/roles">Roles</DocLink> for what managers and viewers can do.
      </p>
    </DocSection>
  );
}
