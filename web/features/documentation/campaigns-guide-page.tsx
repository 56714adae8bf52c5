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
        An advertiser’s manager makes a campaign in one form; an administrator approves it, and it runs within its
        budget, to the last millionth.
      </DocTitle>
      <DocSection id="first" title="Your first campaign">
        <ol>
          <li>
            Open Campaigns and choose New campaign. As soon as it has a name the draft is kept: you may close the
            browser and go on later, on another machine too.
          </li>
          <li>Say where and when it runs. Beside the form stands what it would reach and cost.</li>
          <li>Give it a budget, and choose what you pay for.</li>
          <li>Choose a picture and where a click on it leads. You see it as an outlet’s screen shows it.</li>
          <li>Submit it for review. What is still missing stands beside the button, and at its field.</li>
        </ol>
        <p>
          <Link to="/app/campaigns" preload={false} className={plainButtonClass(true)}>
            Open campaigns
          </Link>
        </p>
      </DocSection>
      <DocSection id="flights" title="What a flight says">
        <p>
          Money, dates and state belong to the flights of a campaign; a campaign may have several, such as one for each
          month. Name, sponsor text, advertising category and time zone belong to the campaign.
        </p>
        <DocTable label="Fields of a flight" head={['Field', 'Meaning']} rows={Object.values(FIELDS)} />
        <p>
          The categories are {AD_CATEGORIES.map((category) => category.replaceAll('_', ' ')).join(', ')}. An owner may
          block some; the forecast says how many outlets that leaves out.
        </p>
        <p>
          A forecast is made from averages of groups of similar outlets, rounded to two digits, so that it shows no
          single outlet’s figures. It needs at least five outlets.
        </p>
      </DocSection>
      <DocSection id="creatives" title="Pictures">
        <p>
          PNG, JPEG or WebP up to {CREATIVE_BYTES / MEGABYTE} MB, {CREATIVE_SHORT_SIDE} pixels or more on the short
          side, shown for {CREATIVE_SECONDS.least} to {CREATIVE_SECONDS.most} seconds, with an address that begins with
          https://. A flight has {MOST_CREATIVES} at most. An owner who looks at each ad first may refuse one, with a
          reason that you read; it stays off that owner’s outlets only.
        </p>
      </DocSection>
      <DocSection id="states" title="States">
        <DocTable
          label="States of a flight"
          head={['State', 'Meaning', 'What comes next']}
          rows={Object.values(STATES)}
        />
      </DocSection>
      <DocSection id="changes" title="Changes of a running flight">
        <p>
          Propose a change, or another creative: the flight runs on unchanged until an administrator has decided, with
          before and after beside each other. Pausing, resuming and cancelling hold at once. Its page keeps who changed
          what and when.
        </p>
      </DocSection>
      <DocSection id="money" title="Money and pace">
        <p>
          Prices come from the rate card, by what you pay for and type of venue, and are fixed when you submit; an
          administrator may set another one for a flight, from that moment or later, never for what was shown before.
          The flight’s page draws what was spent against the plan, and where it will end at this pace. What is found to
          be invalid is counted apart and never paid.
        </p>
      </DocSection>
      <DocSection id="api" title="By program">
        <p>
          Everything above can be done over HTTP by a manager’s <DocLink to="getting-started/roles">API token</DocLink>.
          What a draft lacks is in <code>missing</code>, by field.
        </p>
        <CodeBlock code={DRAFT_BY_HTTP} language="bash" label="A campaign from draft to review" />
      </DocSection>
    </>
  );
}
