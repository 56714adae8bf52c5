import { FIRST_RULES } from '#domain/judging-rules.ts';
import { HowToObject, WhatCounts } from './counting-facts.tsx';
import { DocSection, DocTitle } from './doc-parts.tsx';

/** The page about what an owner is paid for, and how to object when traffic is judged invalid. */
export function OwnersPage() {
  return (
    <>
      <DocTitle title="What owners are paid">What your outlets earn, what does not count, and how to object.</DocTitle>
      <DocSection id="what-is-paid" title="What is paid">
        <p>
          You are paid your share of what advertisers pay for the views, clicks and burns of your outlets: 30 percent
          unless your contract says otherwise. Price and share are fixed for each event when it is stored, by what held
          at the moment it happened; a later price or share changes nothing that is stored.
        </p>
        <p>
          A view of an ad of the house earns nothing. An outlet’s events belong to whoever owned it when they happened,
          and to the day of its venue’s time zone.
        </p>
      </DocSection>
      <WhatCounts unpaid="What it would have earned you is stored beside it, so that it can be paid after an accepted objection." />
      <DocSection id="checking-documents" title="Check a document yourself">
        <p>
          A statement or invoice names the SHA-256 of its line file. Download the file with an API token and compare:
        </p>
        <pre>
          <code>
            {`curl -H "Authorization: Bearer $TOKEN" -o lines.ndjson https://example.com/api/documents/$ID/lines
sha256sum lines.ndjson`}
          </code>
        </pre>
        <p>
          The events behind it, with the ids that your outlets sent, are at{' '}
          <code>/api/documents/$ID/events?format=csv</code> (or <code>ndjson</code>). They are available until the
          network removes old events.
        </p>
      </DocSection>
      <DocSection id="keeping-views-valid" title="Keeping views valid">
        <ul>
          <li>
            Keep the clock of each outlet right: plays expire, and an outlet shows one ad per socket at a time. Enter
            the number of sockets of an outlet that serves several visitors under one EUI.
          </li>
          <li>Report each view once, with the play that was shown, from the outlet that showed it.</li>
          <li>
            More than {FIRST_RULES.visitorSeconds} seconds of ads for one visitor within an hour are invalid, unless the
            administrator has set another limit. Use house ads for tests before an opening.
          </li>
          <li>
            Reports that go through a server in a data center must name the visitor’s address, not that of the server.
          </li>
          <li>
            An outlet that was offline sends what it kept. For 30 days it counts on the day it happened, if something of
            the outlet arrived here within {FIRST_RULES.backfillHours} hours before it.
          </li>
        </ul>
      </DocSection>
      <HowToObject credit="An accepted objection credits you with your share." />
    </>
  );
}
