import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { YearMapPanel } from '../year-map-panel.tsx';
import { AreaPanels } from './area-panels.tsx';
import { ChatsPanel } from './chats-panel.tsx';
import { LastRow } from './last-row.tsx';
import { BluePromo, GreenPromo, NasdaqPanel, ServerPanel } from './market-panels.tsx';
import { MetricTiles } from './metric-tiles.tsx';
import { MotionHold } from './motion.tsx';
import { PostsRow } from './posts-row.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { ForecastPanel, FridayTile, SundayTile, WeatherPhoto } from './weather-panels.tsx';

/** Twenty-four panels (docs/sample-pages.md#widgets); the reader can pause all automatic motion. */
export function WidgetsPage() {
  const [isHeld, setHeld] = useState(false);
  const Icon = isHeld ? IconPlayerPlay : IconPlayerPause;
  return (
    <ShowcasePage
      title="Widgets"
      lead={
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-pressed={isHeld}
          onClick={() => setHeld(!isHeld)}
        >
          Pause what moves
        </Button>
      }
    >
      <MotionHold isHeld={isHeld}>
        <Columns>
          <MetricTiles />
          <AreaPanels />
          <PostsRow />
          <Column lg={6}>
            <WeatherPhoto />
            <ForecastPanel />
            <Columns>
              <Column sm={6}>
                <FridayTile />
              </Column>
              <Column sm={6}>
                <SundayTile />
              </Column>
            </Columns>
          </Column>
          <Column lg={6}>
            <Columns>
              <Column sm={6}>
                <NasdaqPanel />
              </Column>
              <Column sm={6}>
                <GreenPromo />
              </Column>
              <Column sm={6}>
                <BluePromo />
              </Column>
              <Column sm={6}>
                <ServerPanel />
              </Column>
            </Columns>
          </Column>
          <Column>
            <YearMapPanel />
          </Column>
          <Column lg={6}>
            <ChatsPanel />
          </Column>
          <Column lg={6}>
            <UpdatePanel />
          </Column>
          <LastRow />
        </Columns>
      </MotionHold>
    </ShowcasePage>
  );
}
