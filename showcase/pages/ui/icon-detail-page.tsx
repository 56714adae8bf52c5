import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../web/ui/code-block.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { type IconTab, tabKey } from './icon-catalogue.ts';
import classes from './icon-page.module.css';

const ICON_SIZES = [16, 24, 48, 96] as const;

export type IconDetailPageProps = {
  label: string;
  family: string;
  aliases: readonly string[];
  usage: string;
  tab: IconTab;
  draw: (size: number) => ReactNode;
};

/** An icon in four sizes, with its names and how to use it. */
export function IconDetailPage({ label, family, aliases, usage, tab, draw }: IconDetailPageProps) {
  return (
    <ShowcasePage title={`Icon - **${label}**`}>
      <Panel label={`The icon ${label}`}>
        <ul className={classes.sizes}>
          {ICON_SIZES.map((size) => (
            <li key={size} className={classes.size}>
              <span className={classes.drawn}>{draw(size)}</span>
              <span className={classes.pixels}>{size} px</span>
            </li>
          ))}
        </ul>
        <dl className={classes.facts}>
          <dt>Name</dt>
          <dd>{label}</dd>
          <dt>Family</dt>
          <dd>{family}</dd>
          <dt>Aliases</dt>
          <dd>{aliases.length === 0 ? 'None' : aliases.join(', ')}</dd>
        </dl>
        <CodeBlock language="tsx" label="Usage" code={usage} />
        <p className={classes.back}>
          <Link to="/app/$" params={{ _splat: 'ui/icons' }} hash={tabKey(tab)}>
            Back to {tab}
          </Link>
        </p>
      </Panel>
    </ShowcasePage>
  );
}

/** Shown if no icon has this name. */
export function UnknownIcon({ name }: { name: string }) {
  return (
    <ShowcasePage title="Icon - **Unknown**">
      <Panel label="No icon">
        <EmptyState title={`No icon is called “${name}”`}>
          <Link to="/app/$" params={{ _splat: 'ui/icons' }}>
            See all icons
          </Link>
        </EmptyState>
      </Panel>
    </ShowcasePage>
  );
}
