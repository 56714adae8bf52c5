import { FIRST_RULES } from '#domain/judging-rules.ts';
import { HowToObject, WhatCounts } from './counting-facts.tsx';
import { DocSection, DocTitle } from './doc-parts.tsx';

/** The page about what an owner is paid for, and how to dispute traffic that was found invalid. */
export function OwnersPage() {
  return (
    <>
      <DocTitle title="What owners are paid">What your outlets earn, what is invalid, and how to dispute it.</DocTitle>
      <DocSection id="what-is-paid" title="What is paid">
        <p>
          You get your share of what advertisers pay for the views, clicks and burns of your outlets: 30 percent unless
          your contract says otherwise. The price and share of an event are fixed when it is stored. They are those that
          were valid when the event happened. A later price or share never changes stored events.
        </p>
        <p>
          A view of a house ad earns nothing. An outlet’s events belong to its owner at the time they happened, and to
          the day in its venue’s time zone.
        </p>
      </DocSection>
      <WhatCounts unpaid="The amount it would have earned is stored with it, so that it can be paid after an accepted dispute." />
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
            Keep each outlet’s clock correct, because plays expire and an outlet shows one ad per socket. If an outlet
            serves several visitors under one EUI, enter its number of sockets.
          </li>
          <li>Report each view once, with the play that was shown, from the outlet that showed it.</li>
          <li>
            More than {FIRST_RULES.visitorSeconds} seconds of ads for one visitor within an hour are invalid, unless an
            administrator sets another limit. Use house ads for tests before an opening.
          </li>
          <li>
            Reports that go through a server in a data center must include the visitor’s address, not the server’s.
          </li>
          <li>
            An outlet that was offline sends its events later. They are valid for 30 days, on the day they happened, if
            the server heard from the outlet within {FIRST_RULES.backfillHours} hours before them.
          </li>
        </ul>
      </DocSection>
      <HowToObject credit="An accepted dispute credits your share to you." />
    </>
  );
}
