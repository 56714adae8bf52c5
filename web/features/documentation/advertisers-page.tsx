import { HowToObject, WhatCounts } from './counting-facts.tsx';
import { DocSection, DocTitle } from './doc-parts.tsx';

/** The documentation page about what an advertiser pays for, and how to dispute traffic that was found invalid. */
export function AdvertisersPage() {
  return (
    <>
      <DocTitle title="What advertisers pay">What you pay for, what is invalid, and how to dispute it.</DocTitle>
      <DocSection id="what-is-paid" title="What is paid">
        <p>
          A flight pays for each view, click or burn, as agreed. The price of an event is fixed when the event is
          stored. It is the price version that was valid when the event happened.
        </p>
        <p>
          A flight never costs more than its budget, or more than its daily cap on one day. Events that arrive after the
          budget is spent are stored as <code>over_budget</code>. They are free and appear only in gross figures. At
          most one click and one burn per view are valid.
        </p>
        <p>
          Events of a paused flight are free. Events from before the pause are billed, even if an offline outlet reports
          them later.
        </p>
      </DocSection>
      <WhatCounts unpaid="You pay nothing for invalid events. Their cost is shown as not paid." />
      <HowToObject credit="Open a dispute if events should be valid, such as those from your own event at a venue. An accepted dispute charges you for them and pays the owner." />
    </>
  );
}
