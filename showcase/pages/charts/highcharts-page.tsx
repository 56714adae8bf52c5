import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { ColumnPanel, VariablePiePanel } from './highcharts-custom-panels.tsx';
import { VectorPanel, WordCloudPanel } from './highcharts-field-panels.tsx';
import { RatesPanel } from './highcharts-rates-panel.tsx';
import { SunburstPanel } from './highcharts-sunburst-panel.tsx';
import { LicenceNotice } from './licence-notice.tsx';

const PLUG_IN = `npm install highcharts        # you accept its licence by installing it

// showcase/pages/charts/use-highcharts.ts
import { useEffect, useRef } from 'react';

export function useHighcharts(options: object) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: { destroy(): void } | undefined;
    let isGone = false;
    void import('highcharts').then(({ default: Highcharts }) => {
      if (!isGone && container.current) chart = Highcharts.chart(container.current, options);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [options]);
  return container;
}`;

/** The chart types of Highcharts, drawn with ECharts (docs/sample-pages.md#chart-pages); the page explains why. */
export function HighchartsPage() {
  return (
    <ShowcasePage
      title="Visual - **Highcharts**"
      lead="The chart kinds this page is known for. They are drawn with ECharts, because Highcharts may not be shipped with a free product."
    >
      <Columns>
        <Column>
          <RatesPanel />
        </Column>
        <Column lg={6}>
          <VariablePiePanel />
        </Column>
        <Column lg={6}>
          <ColumnPanel />
        </Column>
        <Column lg={6}>
          <VectorPanel />
        </Column>
        <Column lg={6}>
          <WordCloudPanel />
        </Column>
        <Column>
          <SunburstPanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          Highcharts is proprietary: installing or using it is acceptance of its commercial licence or of its terms for
          non-commercial use. If it were part of this product, everybody who builds or deploys the product would become
          a licensee without having chosen to. So it is not in the product, its lockfile or its bundle; no part of it is
          used here.
        </p>
        <details>
          <summary>Plug Highcharts in with a licence of your own</summary>
          <p>
            Install the package in your own copy, add the hook below, and let a panel of this page return a div with the
            hook's container instead of its chart. The import stays dynamic, so only this page loads the library.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls has to be reached by keyboard */}
          <pre tabIndex={0}>{PLUG_IN}</pre>
        </details>
      </LicenceNotice>
    </ShowcasePage>
  );
}
