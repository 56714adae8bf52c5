import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { BarPanel, LinePanel, PiePanel } from './echarts-axis-panels.tsx';
import { GaugePanel, PolarPanel, ScatterPanel } from './echarts-round-panels.tsx';
import { LicenceNotice } from './licence-notice.tsx';

/** Charts of ECharts 6 (docs/sample-pages.md#chart-pages). */
export function EchartsPage() {
  return (
    <ShowcasePage
      title="Visual - **Echarts**"
      lead="Canvas charts of the Apache ECharts library, of which only the kinds in use are loaded."
    >
      <Columns>
        <Column xl={10}>
          <BarPanel />
        </Column>
        <Column lg={6}>
          <PiePanel />
        </Column>
        <Column lg={6}>
          <PolarPanel />
        </Column>
        <Column>
          <LinePanel />
        </Column>
        <Column lg={6}>
          <ScatterPanel />
        </Column>
        <Column lg={6}>
          <GaugePanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          Apache ECharts 6 is under the Apache License 2.0: commercial use is free, its licence and notice texts have to
          stay with it (they are in licenses.md beside the built client), and changed files have to say so.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}
