import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { plainButtonClass } from '../../../web/ui/plain-button.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './package.module.css';
import type { Version } from './package-sample-data.ts';
import { VersionMark } from './version-mark.tsx';

/** A version: mark, effort, a short text, and a link to its demo. */
export function VersionCard({ version }: { version: Version }) {
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
