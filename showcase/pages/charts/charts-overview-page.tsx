import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { LicenceNotice } from './licence-notice.tsx';
import { ApexColumnPanel, ApexPiePanel } from './overview-apex-panels.tsx';
import { DonutPanel, RainPanel, RiverPanel } from './overview-echarts-panels.tsx';
import { LivePanel } from './overview-live-panel.tsx';
import { WinterPanel } from './overview-winter-panel.tsx';

/** Charts of three libraries side by side (docs/sample-pages.md#chart-pages). */
export function OverviewPage() {
  return (
    <ShowcasePage title="Visual - **Charts**">
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
      <LicenceNotice>
        <p>
          ApexCharts 4.7.0 is under the MIT licence and Apache ECharts 6 under the Apache License 2.0: both are free for
          commercial use as long as their licence texts stay with them (they are in licenses.md beside the built
          client). The charts named after Highcharts are drawn with ECharts, as Highcharts is proprietary and not part
          of this product. The page of each library says what somebody who builds on it has to know.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}
