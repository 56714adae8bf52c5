import { Link, useMatches } from '@tanstack/react-router';
import { loadShowcase } from '../../lib/load-showcase.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
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
          This screen needs a server
        </h2>
        <p className={classes.text}>
          Here would be {shows}. This copy of Voltboard runs without a server, so there are no figures of a network to
          show.{loadShowcase === null ? null : ' The sample pages work as they are.'}
        </p>
        <div className={classes.actions}>
          {loadShowcase === null ? null : (
            <Link to="/app/$" params={{ _splat: 'main/visits' }} className={plainButtonClass()}>
              Sample dashboard
            </Link>
          )}
          <Link
            to="/documentation/$"
            params={{ _splat: 'getting-started/quick-start' }}
            className={plainButtonClass(true)}
          >
            How to run a server
          </Link>
        </div>
      </section>
    </>
  );
}
