import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { CALENDAR_EVENTS } from '../calendar-sample-data.ts';
import { MiniCalendar } from '../mini-calendar.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { YearMapPanel } from '../year-map-panel.tsx';
import { MapArea } from './map-area.tsx';
import { MarketPanel } from './market-panel.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { StatPanel } from './stat-panel.tsx';
import classes from './visits.module.css';
import { AGENDA, STAT_PANELS } from './visits-sample-data.ts';

/** The sample dashboard, to which unknown addresses redirect (docs/sample-pages.md#visits). */
export function VisitsPage() {
  return (
    <ShowcasePage title="Dashboard" subtitle="Visits across the network">
      <MapArea />
      <YearMapPanel />
      <Columns>
        {STAT_PANELS.map((panel) => (
          <Column key={panel.title} md={6} xl={4}>
            <StatPanel {...panel} />
          </Column>
        ))}
        <Column md={6} xl={4}>
          <MessagesPanel />
        </Column>
        <Column md={6} xl={4}>
          <MarketPanel />
        </Column>
        <Column md={6} xl={4}>
          <Widget title="Calendar" settings close>
            <MiniCalendar events={CALENDAR_EVENTS} />
            <ul className={classes.agenda}>
              {AGENDA.map(({ title, time, tone }) => (
                <li key={title}>
                  {title}
                  <time className={classes.pill} data-tone={tone}>
                    {time}
                  </time>
                </li>
              ))}
            </ul>
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}
