import { CustomChart, LineChart, ScatterChart, SunburstChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, ToolboxComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

register([CustomChart, LineChart, ScatterChart, SunburstChart]);
register([DataZoomComponent, GridComponent, ToolboxComponent, TooltipComponent, CanvasRenderer]);

export { init } from 'echarts/core';
