import { ShowcasePage } from '../showcase-page.tsx';
import classes from './package.module.css';
import { VERSIONS } from './package-sample-data.ts';
import { VersionCard } from './version-card.tsx';

/** The four versions of the sample package; the first is the current one. */
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
