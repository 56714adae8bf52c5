import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { FontGlyph } from './font-glyph.tsx';
import { FONT_ICON_GROUPS, ICON_TABS, type IconTab, tabKey, tabOfKey } from './icon-catalogue.ts';
import { IconCell, IconGrid } from './icon-grid.tsx';
import classes from './icons-page.module.css';

const FlatIcons = lazy(() => import('./flat-icons.tsx').then(({ FlatIcons: component }) => ({ default: component })));

/** The icon catalog with eight tabs. The open tab is stored in the URL. */
export function IconsPage() {
  const navigate = useNavigate();
  const tab = useLocation({ select: ({ hash }) => tabOfKey(hash) });
  const show = (key: string | null): void =>
    void navigate({ to: '.', hash: tabKey(tabOfKey(key ?? '')), replace: true, resetScroll: false });
  return (
    <ShowcasePage title="UI - **Icons**" lead="Each icon leads to a page of its own.">
      <Tabs value={tabKey(tab)} onChange={show} keepMounted={false} className={classes.box ?? ''}>
        <Tabs.List aria-label="Icons" className={classes.tabs ?? ''}>
          {ICON_TABS.map((name) => (
            <Tabs.Tab key={name} value={tabKey(name)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ICON_TABS.map((name) => (
          <Tabs.Panel key={name} value={tabKey(name)} className={classes.panel ?? ''}>
            <TabContent tab={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </ShowcasePage>
  );
}

function TabContent({ tab }: { tab: IconTab }) {
  if (tab === 'Flaticons')
    return (
      <Suspense fallback={<Spinner label="Loading the icons" />}>
        <FlatIcons />
      </Suspense>
    );
  return FONT_ICON_GROUPS[tab].map(({ title, entries }) => (
    <section key={title} {...(title === null ? { 'aria-label': tab } : { 'aria-label': title })}>
      {title === null ? null : <h2 className={classes.heading}>{title}</h2>}
      <IconGrid>
        {entries.map((entry) => (
          <IconCell key={entry.label} entry={entry} icon={<FontGlyph entry={entry} />} />
        ))}
      </IconGrid>
    </section>
  ));
}
