import { Column, Columns } from '../../../ui/columns.tsx';
import { DemoPage } from '../demo-page.tsx';
import { ApexColumnPanel, ApexPiePanel } from './overview-apex-panels.tsx';
import { DonutPanel, RainPanel, RiverPanel } from './overview-echarts-panels.tsx';
import { LivePanel } from './overview-live-panel.tsx';
import { WinterPanel } from './overview-winter-panel.tsx';

/** Charts of three libraries side by side (inventory 10.1). */
export function OverviewPage() {
  return (
    <DemoPage title="Visual - **Charts**">
      <Columns>
        <Column lg={6}>
          <ApexColumnPanel />
        </Column>
        <Column lg={6}>
          <RainPanel />
        </Column>
        <Column lg={6}>
          <WinterPanel />
        </Column>
        <Column lg={6}>
          <Columns>
            <Column sm={6}>
              <ApexPiePanel />
            </Column>
            <Column sm={6}>
              <DonutPanel />
            </Column>
            <Column>
              <LivePanel />
            </Column>
          </Columns>
        </Column>
        <Column>
          <RiverPanel />
        </Column>
      </Columns>
    </DemoPage>
  );
}
