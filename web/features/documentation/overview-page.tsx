import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasApiDocs } from '../../lib/public-config.ts';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';
import classes from './documentation.module.css';
import dark from './pictures/dashboard-dark.webp';
import light from './pictures/dashboard-light.webp';

const SCREENSHOTS = { light, dark } as const;

const FEATURES = [
  'Map of all outlets, clustered, without any outside host',
  'Cards per customer with views, clicks, burns, money and energy',
  'Figures of any range of days, by the clock of the contract, the same for every reader',
  'Live changes while events arrive',
  'Statements as PDF',
  'Prices and shares by date; history never changes silently',
  'Exactly-once counting: the same event never counts twice',
  'Roles that the server decides, not the browser',
  'Audit log that shows tampering',
  'Light and dark, any theme colour, phone to wall screen',
  'One process and one data folder, or PostgreSQL and ClickHouse',
] as const;

/** The page about what Voltboard is and who it is for. */
export function OverviewPage() {
  const hasApiDocs = useHasApiDocs();
  return (
    <>
      <DocTitle title="Overview">
        Voltboard counts what happens at ad-supported public power outlets, and shows it to the people who earn with
        them.
      </DocTitle>
      <DocSection id="what-it-is" title="What it is">
        <p>
          Hotels, airports, cafés, libraries and gyms put outlets on their walls. A visitor watches a sponsor’s ad and
          gets a charge. The outlet reports each ad that was shown, followed or watched to its end; Voltboard stores the
          report, prices it, and shares the money between the network and the owner of the wall.
        </p>
        <DocTable
          label="Words"
          head={['Word', 'Meaning']}
          rows={[
            ['Outlet', 'One charging point, known by its EUI (16 hexadecimal digits).'],
            ['View', 'An ad was shown; it starts a charge, so owners read it as a charge.'],
            ['Click', 'The visitor followed the ad of that view.'],
            ['Burn', 'The ad was watched to its end: the completion that is billed.'],
            ['Venue', 'A place where outlets of one owner stand.'],
            ['Campaign, flight', 'What an advertiser runs; a flight has dates, a budget and a price.'],
          ]}
        />
      </DocSection>
      <DocSection id="live-demo" title="See it">
        <figure className={classes.figure}>
          {(['light', 'dark'] as const).map((scheme) => (
            <img
              key={scheme}
              className={classes[scheme]}
              src={SCREENSHOTS[scheme]}
              width={1280}
              height={800}
              loading="lazy"
              alt="The dashboard: what is broken and what waits for a decision, a map of the outlets, and their figures of today and of all time."
            />
          ))}
          <figcaption>The dashboard of an administrator, with the demo network.</figcaption>
        </figure>
        <p className={classes.buttons}>
          <Link to="/app/main/dashboard" preload={false} className={plainButtonClass()}>
            Live demo
          </Link>
        </p>
      </DocSection>
      <DocSection id="features" title="Features">
        <ul className={classes.ticks}>
          {FEATURES.map((feature) => (
            <li key={feature}>
              <IconCheck size={18} stroke={2} aria-hidden="true" /> {feature}
            </li>
          ))}
        </ul>
      </DocSection>
      <DocSection id="support" title="Support">
        <p>
          The README of the repository tells how to run and develop the product; the server describes every call at{' '}
          {hasApiDocs ? <a href="/api/docs">/api/docs</a> : <code>/api/docs</code>} (in production where API_DOCS is
          on). When a screen says that something went wrong, it gives a reference: the operator finds it in the server’s
          log.
        </p>
        <p className={classes.buttons}>
          <Link to="/app/contact" preload={false} className={plainButtonClass(true)}>
            Ask the operator
          </Link>
        </p>
      </DocSection>
      <div className={classes.cards}>
        <div className={classes.card}>
          <h3>
            <DocLink to="getting-started/quick-start">Quick start</DocLink>
          </h3>
          <p>From a fresh copy to a running network in a few minutes.</p>
        </div>
        <div className={classes.card}>
          <h3>
            <DocLink to="integration/ingestion-api">Ingestion API</DocLink>
          </h3>
          <p>How an outlet or a gateway reports, with commands to try.</p>
        </div>
      </div>
    </>
  );
}
