import { BarChart, LineChart, PieChart, ThemeRiverChart } from 'echarts/charts';
import { GridComponent, LegendComponent, SingleAxisComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([BarChart, LineChart, PieChart, ThemeRiverChart]);
register([GridComponent, LegendComponent, SingleAxisComponent, TooltipComponent, CanvasRenderer]);

export { init } from 'echarts/core';
