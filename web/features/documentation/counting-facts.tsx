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
          <strong>Gross</strong> is every view, click and burn that outlets reported and the server took.{' '}
          <strong>Invalid</strong> is the part of it that does not count; each such event has exactly one reason.{' '}
          <strong>Net</strong> is the rest. All figures of the dashboard, of statements and of exports are net, and only
          what is net is paid.
        </p>
        <p>
          An event is judged once, when it arrives, on what was known then. Nobody rewrites the judgement later, and a
          changed rule holds for what arrives from then on. {unpaid}
        </p>
      </DocSection>
      <DocSection id="reasons" title="Why an event does not count">
        <p>In this order; the first one that fits is the event’s reason.</p>
        <DocTable
          label="Reasons for not counting"
          head={['Reason', 'Meaning']}
          isCode
          rows={NOT_COUNTED.map(({ reason, meaning }) => [reason, meaning])}
        />
        <p>
          A click or burn of a view that does not count has the reason of its view. A view only stands in the way of
          others if it counts itself, so a forged one never costs an honest one its pay.
        </p>
      </DocSection>
      <DocSection id="where" title="Where to see it">
        <p>
          <strong>Invalid traffic</strong>, in the sidebar, shows gross, invalid by reason and net for each day, outlet
          and flight, what was not paid for it, and the newest events as samples. Programs read the same from{' '}
          <code>GET /api/invalid-traffic</code> with an API token.
        </p>
        <Link to="/app/traffic" preload={false} className={plainButtonClass(true)}>
          Open Invalid traffic
        </Link>
      </DocSection>
    </>
  );
}

/**
 * Explains how to object when traffic is judged invalid. `credit` says what an accepted objection means for the page's
 * audience.
 */
export function HowToObject({ credit }: { credit: string }) {
  return (
    <DocSection id="objections" title="Disputes">
      <ol>
        <li>Under Invalid traffic open the day: its outlets appear.</li>
        <li>Select Dispute next to the outlet, choose the reason given, and explain why the traffic is valid.</li>
        <li>
          An administrator accepts or declines with an answer, which comes by mail and stands beside the objection.
        </li>
      </ol>
      <p>
        A manager of the customer can object, once to a day, outlet and reason, within {OBJECTION_DAYS} days after the
        day; a viewer reads. <code>over_budget</code> cannot be objected to: nothing is owed beyond a budget.
      </p>
      <p>
        {credit} Both sides of the same events are settled by one adjustment, no event twice, and to the millionth what
        they would have come to. The figures of the day stay as they were judged; the adjustment stands beside them.
      </p>
      <p>
        What a manager and a viewer may do is told under <DocLink to="getting-started/roles">Roles</DocLink>.
      </p>
    </DocSection>
  );
}
