import { HowToObject, WhatCounts } from './counting-facts.tsx';
import { DocSection, DocTitle } from './doc-parts.tsx';

/** The documentation page about what an advertiser pays for, and how to object when traffic is judged invalid. */
export function AdvertisersPage() {
  return (
    <>
      <DocTitle title="What advertisers pay">What you pay for, what does not count, and how to object.</DocTitle>
      <DocSection id="what-is-paid" title="What is paid">
        <p>
          A flight pays by its price: for each view, each click or each burn, as it was agreed. The price is fixed for
          each event when it is stored, by the version that held at the moment it happened.
        </p>
        <p>
          No flight costs more than its budget, nor on one day more than its daily cap. What comes in when the budget is
          spent is stored as <code>over_budget</code>, is free, and is in no figure but gross. Of one view at most one
          click and one burn count.
        </p>
        <p>
          While a flight is paused its events are free. What happened before the pause counts, however late an outlet
          without a network reports it.
        </p>
      </DocSection>
      <WhatCounts unpaid="You pay nothing for it; what it would have cost is shown as not paid." />
      <HowToObject credit="Object where you find that events should have counted, such as those of your own event at a venue: an accepted objection charges you for them and pays the owner." />
    </>
  );
}
