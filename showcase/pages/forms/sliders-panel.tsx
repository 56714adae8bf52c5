import '@mantine/core/styles/Slider.layer.css';
import { RangeSlider, Slider } from '@mantine/core';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './forms.module.css';

const COLOURS = [
  { name: 'Primary', color: 'brand' },
  { name: 'Info', color: 'info' },
  { name: 'Success', color: 'success' },
  { name: 'Warning', color: 'warning' },
  { name: 'Danger', color: 'danger' },
] as const;
const HORIZONTAL = [20, 60, 80, 20, 40] as const;
const VERTICAL = [50, 70, 20, 30, 40] as const;

/** Ten sliders in five colors and a range slider; the value is shown above the thumb. */
export function SlidersPanel() {
  const [range, setRange] = useState<[number, number]>([20, 70]);
  return (
    <Widget title="**Sliders**" settings reload close>
      <div className={classes.sliders}>
        <div>
          <h3 className={classes.subhead}>Horizontal</h3>
          <div className={classes.horizontalSliders}>
            {COLOURS.map(({ name, color }, index) => (
              <Slider
                key={name}
                color={color}
                defaultValue={HORIZONTAL[index] ?? 0}
                thumbLabel={`${name}, horizontal`}
              />
            ))}
          </div>
        </div>
        <div>
          <h3 className={classes.subhead}>Vertical</h3>
          <div className={classes.verticalSliders}>
            {COLOURS.map(({ name, color }, index) => (
              <Slider
                key={name}
                orientation="vertical"
                color={color}
                defaultValue={VERTICAL[index] ?? 0}
                thumbLabel={`${name}, vertical`}
              />
            ))}
          </div>
        </div>
        <div>
          <h3 className={classes.subhead}>Range</h3>
          <RangeSlider
            value={range}
            onChange={setRange}
            minRange={0}
            pushOnOverlap={false}
            thumbFromLabel="From"
            thumbToLabel="To"
          />
          <p className={classes.note} aria-live="polite">
            From {range[0]} to {range[1]}
          </p>
        </div>
      </div>
    </Widget>
  );
}
