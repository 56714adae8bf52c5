import type { ReactNode } from 'react';
import { MarkedTitle } from '../../web/ui/marked-title.tsx';
import touch from '../../web/ui/touch-targets.module.css';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import classes from './showcase-page.module.css';

export type ShowcasePageProps = {
  /** Light and semi-bold parts: `Buttons - **Styles**` (docs/sample-pages.md#furniture). */
  title: string;
  /** Small text beside the title. */
  subtitle?: string;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  /** Whether the main content is loading. The footer appears afterwards, so that it does not visibly move down. */
  isLoading?: boolean;
  children: ReactNode;
};

/** The layout for all showcase pages: breadcrumbs, heading and footer. */
export function ShowcasePage({ title, subtitle, lead, isLoading = false, children }: ShowcasePageProps) {
  return (
    <div className={`${classes.page} ${touch.touch}`} data-loading={isLoading || undefined}>
      <header className={classes.head}>
        <Breadcrumbs />
        <h1 className={classes.title}>
          <MarkedTitle text={title} />
          {subtitle === undefined ? null : <small> {subtitle}</small>}
        </h1>
        {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
      <p className={classes.foot}>A sample page. Made for Voltboard.</p>
    </div>
  );
}
