import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainButtonClass } from '../../../web/ui/plain-button.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './package.module.css';
import { VERSIONS, type Version } from './package-sample-data.ts';

/** The sample package's four versions. The first version is current. */
export function PackagePage() {
  return (
    <ShowcasePage
      title="Voltboard - **Package**"
      subtitle="one dashboard, four ways to build it"
      lead="The same screens, written in four manners. Pick the one your team already speaks; the data behind them stays the same."
    >
      <div className={classes.versions}>
        {VERSIONS.map((version) => (
          <VersionCard key={version.title} version={version} />
        ))}
      </div>
    </ShowcasePage>
  );
}

/** One version: mark, effort, a short text, and a link to its demo. */
function VersionCard({ version }: { version: Version }) {
  const { title, logo, heading, effort, paragraphs, isHere = false } = version;
  return (
    <Widget title={title} settings close collapse>
      <div className={classes.head}>
        <VersionMark logo={logo} />
        <div>
          <h3 className={classes.heading}>{heading}</h3>
          <p className={classes.effort}>{effort}</p>
        </div>
      </div>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        See how it is put together in the{' '}
        <Link
          to="/documentation/$"
          params={{ _splat: 'getting-started/overview' }}
          preload={false}
          className={classes.link}
        >
          documentation
        </Link>
        .
      </p>
      {isHere ? (
        <Button disabled>(You are here)</Button>
      ) : (
        <Link to="/app/main/dashboard" className={plainButtonClass()} aria-label={`Go to Demo: ${heading}`}>
          Go to Demo
        </Link>
      )}
    </Widget>
  );
}

const MARKS: Record<Version['logo'], ReactNode> = {
  react: (
    <g fill="none" stroke="var(--vb-series-3)" strokeWidth="3">
      <ellipse cx="40" cy="40" rx="32" ry="12" />
      <ellipse cx="40" cy="40" rx="32" ry="12" transform="rotate(60 40 40)" />
      <ellipse cx="40" cy="40" rx="32" ry="12" transform="rotate(120 40 40)" />
      <circle cx="40" cy="40" r="5" fill="var(--vb-series-3)" stroke="none" />
    </g>
  ),
  angular: (
    <>
      <path fill="var(--vb-status-offline)" d="M40 6l30 12-5 40-25 16-25-16-5-40z" />
      <path fill="var(--vb-surface)" d="M40 18L23 56h7l4-9h12l4 9h7zm0 13l4 10h-8z" />
    </>
  ),
  html: (
    <>
      <path fill="var(--vb-series-2)" d="M12 6h56l-5 58-23 10-23-10z" />
      <path fill="var(--vb-surface)" d="M32 28l-9 11 9 11h6l-9-11 9-11zM48 28h-6l9 11-9 11h6l9-11z" />
    </>
  ),
  vue: (
    <>
      <path fill="var(--vb-series-4)" d="M6 12h16l18 30 18-30h16L40 70z" />
      <path fill="var(--vb-series-8)" d="M22 12h12l6 11 6-11h12L40 42z" />
    </>
  ),
};

/** Drawings that distinguish the four versions. */
function VersionMark({ logo }: { logo: Version['logo'] }) {
  return (
    <svg width="80" height="80" viewBox="0 0 80 80" aria-hidden="true" focusable="false">
      {MARKS[logo]}
    </svg>
  );
}
