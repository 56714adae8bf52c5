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
  'Clustered map of all outlets, without external hosts',
  'Cards per customer with views, clicks, burns, money and energy',
  'Figures for any date range, in the contract’s time zone, the same for every reader',
  'Live updates as events arrive',
  'PDF statements',
  'Prices and shares by date, with a history that never changes silently',
  'Exactly-once counting: no event is counted twice',
  'Roles enforced by the server, not the browser',
  'Tamper-evident audit log',
  'Light and dark mode, any theme color, from phone to wall screen',
  'One process and one data folder, or PostgreSQL and ClickHouse',
] as const;

/** The page about what Voltboard is and who it is for. */
export function OverviewPage() {
  const hasApiDocs = useHasApiDocs();
  return (
    <>
      <DocTitle title="Overview">
        Voltboard measures ad-supported public power outlets and shows the results to the people who earn with them.
      </DocTitle>
      <DocSection id="what-it-is" title="What it is">
        <p>
          Hotels, airports, cafés, libraries and gyms put outlets on their walls. A visitor watches a sponsor’s ad and
          gets a charge. The outlet reports each ad that was shown, clicked or watched to its end. Voltboard stores the
          report, prices it, and splits the money between the network and the owner.
        </p>
        <DocTable
          label="Terms"
          head={['Term', 'Meaning']}
          rows={[
            ['Outlet', 'One charging point, identified by its EUI (16 hexadecimal digits).'],
            ['View', 'An ad that was shown. It starts a charge, so owners see it as a charge.'],
            ['Click', 'A visitor followed the ad of that view.'],
            ['Burn', 'An ad that was watched to its end: the billable completion.'],
            ['Venue', 'A location with outlets of one owner.'],
            ['Campaign, flight', 'What an advertiser runs. A flight has dates, a budget and a price.'],
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
              alt="The dashboard: problems and pending decisions, a map of the outlets, and their figures for today and all time."
            />
          ))}
          <figcaption>An administrator’s dashboard, with the demo network.</figcaption>
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
          The README of the repository explains how to run and develop the product. The server describes every call at{' '}
          {hasApiDocs ? <a href="/api/docs">/api/docs</a> : <code>/api/docs</code>} (in production if API_DOCS is on).
          Error screens show a reference that the operator can find in the server’s log.
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
          <p>How outlets and gateways report events, with commands to try.</p>
        </div>
      </div>
    </>
  );
}
