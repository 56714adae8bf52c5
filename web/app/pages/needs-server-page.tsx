import { Link, useMatches } from '@tanstack/react-router';
import { interpolate } from '../../lib/interpolate.ts';
import { loadShowcase } from '../../lib/load-showcase.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { needsServerPageStrings as strings } from './app-pages-strings.ts';
import { UnpluggedDrawing } from './page-drawings.tsx';
import classes from './pages.module.css';

/** Replaces a screen in a build without a server. Says what the screen would show, and links to the sample pages. */
export function NeedsServerPage({ shows }: { shows: string }) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <PageTitle title={title} />
      <section className={classes.needs} aria-labelledby="needs-server">
        <UnpluggedDrawing />
        <h2 className={classes.needsTitle} id="needs-server">
          {strings.title}
        </h2>
        <p className={classes.text}>
          {interpolate(loadShowcase === null ? strings.text : strings.textWithSamples, { shows })}
        </p>
        <div className={classes.actions}>
          {loadShowcase === null ? null : (
            <Link to="/app/$" params={{ _splat: 'main/visits' }} className={plainButtonClass()}>
              {strings.sampleDashboard}
            </Link>
          )}
          <Link
            to="/documentation/$"
            params={{ _splat: 'getting-started/quick-start' }}
            className={plainButtonClass(true)}
          >
            {strings.howToRunAServer}
          </Link>
        </div>
      </section>
    </>
  );
}
