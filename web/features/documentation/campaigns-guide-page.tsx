import { Link } from '@tanstack/react-router';
import { AD_CATEGORIES } from '#contract/campaigns.ts';
import { CREATIVE_BYTES, CREATIVE_SECONDS, CREATIVE_SHORT_SIDE, MOST_CREATIVES } from '#contract/creatives.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { DRAFT_BY_HTTP, FIELDS, STATES } from './campaign-facts.ts';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';

const MEGABYTE = 1024 * 1024;

/** The advertisers' guide: how to create a campaign, have it approved, run it and follow it. */
export function CampaignsGuidePage() {
  return (
    <>
      <DocTitle title="Campaigns">
        An advertiser’s manager creates a campaign in one form. An administrator approves it, and it runs within its
        budget, exact to a millionth.
      </DocTitle>
      <DocSection id="first" title="Your first campaign">
        <ol>
          <li>
            Open Campaigns and choose New campaign. Once it has a name, the draft is saved. You can close the browser
            and continue later, even on another computer.
          </li>
          <li>Choose where and when it runs. The expected reach and cost are shown beside the form.</li>
          <li>Give it a budget, and choose what you pay for.</li>
          <li>Choose a picture and the address that a click opens. The preview shows it as on an outlet’s screen.</li>
          <li>Submit it for review. Missing information is listed beside the button and at its field.</li>
        </ol>
        <p>
          <Link to="/app/campaigns" preload={false} className={plainButtonClass(true)}>
            Open campaigns
          </Link>
        </p>
      </DocSection>
      <DocSection id="flights" title="Flights">
        <p>
          Money, dates and state belong to the flights of a campaign. A campaign can have several flights, such as one
          per month. Name, sponsor text, advertising category and time zone belong to the campaign.
        </p>
        <DocTable label="Fields of a flight" head={['Field', 'Meaning']} rows={Object.values(FIELDS)} />
        <p>
          The categories are {AD_CATEGORIES.map((category) => category.replaceAll('_', ' ')).join(', ')}. Owners can
          block categories. The forecast shows how many outlets that excludes.
        </p>
        <p>
          A forecast uses averages of groups of similar outlets, rounded to two digits, so it reveals no single outlet’s
          figures. It needs at least five outlets.
        </p>
      </DocSection>
      <DocSection id="creatives" title="Creatives">
        <p>
          PNG, JPEG or WebP up to {CREATIVE_BYTES / MEGABYTE} MB, {CREATIVE_SHORT_SIDE} pixels or more on the short
          side, shown for {CREATIVE_SECONDS.least} to {CREATIVE_SECONDS.most} seconds, with an address that starts with
          https://. A flight can have up to {MOST_CREATIVES}. An owner who reviews each creative can refuse one, with a
          reason that you can read. It is then not shown at that owner’s outlets.
        </p>
      </DocSection>
      <DocSection id="states" title="States">
        <DocTable label="States of a flight" head={['State', 'Meaning', 'Next']} rows={Object.values(STATES)} />
      </DocSection>
      <DocSection id="changes" title="Changes to a running flight">
        <p>
          Propose a change or another creative. The flight runs unchanged until an administrator decides, with before
          and after side by side. Pausing, resuming and canceling take effect immediately. The flight’s page shows who
          changed what and when.
        </p>
      </DocSection>
      <DocSection id="money" title="Money and pace">
        <p>
          Prices come from the rate card, by what you pay for and venue type. They are fixed when you submit. An
          administrator can set another price for a flight, from that moment or later, never for the past. The flight’s
          page compares spend with the plan and shows the projected spend. Invalid traffic is reported separately and
          never paid.
        </p>
      </DocSection>
      <DocSection id="api" title="API">
        <p>
          You can do all of this over HTTP with a manager’s <DocLink to="getting-started/roles">API token</DocLink>.
          <code>missing</code> lists what a draft lacks, by field.
        </p>
        <CodeBlock code={DRAFT_BY_HTTP} language="bash" label="A campaign from draft to review" />
      </DocSection>
    </>
  );
}
