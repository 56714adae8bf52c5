import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { AreaPanel, BarPanel, ColumnPanel, LinePanel, MixedPanel } from './apex-axis-panels.tsx';
import { DonutPanel, HeatPanel, PiePanel, RadialPanel } from './apex-round-panels.tsx';
import { LicenceNotice } from './licence-notice.tsx';

/** Every chart of ApexCharts 4.7.0 (docs/sample-pages.md#chart-pages). */
export function ApexPage() {
  return (
    <ShowcasePage
      title="Visual - **Apex Charts**"
      lead={
        <>
          Interactive SVG charts of the ApexCharts library; all its options are in{' '}
          <a href="https://apexcharts.com/docs/" target="_blank" rel="noreferrer">
            its documentation
          </a>
          .
        </>
      }
    >
      <Columns>
        <Column lg={6}>
          <LinePanel />
        </Column>
        <Column lg={6}>
          <AreaPanel />
        </Column>
        <Column lg={6}>
          <ColumnPanel />
        </Column>
        <Column lg={6}>
          <BarPanel />
        </Column>
        <Column>
          <MixedPanel />
        </Column>
        <Column md={6}>
          <PiePanel />
        </Column>
        <Column md={6}>
          <DonutPanel />
        </Column>
        <Column md={6}>
          <HeatPanel />
        </Column>
        <Column md={6}>
          <RadialPanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          ApexCharts is under the MIT licence up to version 4.7.0, and this product ships exactly that version. From 5.0
          on it is source-available under terms of its own: free only below 2 million dollars of yearly revenue, and a
          paid licence for products that other people use. A product under MIT cannot pass that on, so the version stays
          pinned; whoever wants a newer one needs an agreement with its maker first.
        </p>
      </LicenceNotice>
    </ShowcasePage>
  );
}
