import { BarChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { DatasetComponent, GridComponent, LegendComponent, PolarComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([BarChart, GaugeChart, LineChart, PieChart, ScatterChart]);
register([DatasetComponent, GridComponent, LegendComponent, PolarComponent, TooltipComponent, CanvasRenderer]);

export { init } from 'echarts/core';
