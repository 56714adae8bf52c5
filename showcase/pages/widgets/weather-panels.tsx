import { Widget } from '../../../web/ui/widget.tsx';
import { FieldsDrawing } from './drawings.tsx';
import { WeatherIcon } from './weather-icon.tsx';
import classes from './widgets.module.css';
import { FORECASTS } from './widgets-sample-data.ts';

/** Place, time and current weather in front of a picture. */
export function WeatherPhoto() {
  return (
    <Widget label="Weather now" flush>
      <div className={classes.photo}>
        <FieldsDrawing />
        <div className={classes.photoText}>
          <h2 className={classes.place}>Oslo</h2>
          <p>10:45 · Monday, sunny</p>
          <p className={classes.degrees}>
            <WeatherIcon kind="clear-day" size={56} /> 29°
          </p>
        </div>
      </div>
    </Widget>
  );
}

export function ForecastPanel() {
  return (
    <Widget label="Forecast of four days">
      <ul className={classes.forecasts}>
        {FORECASTS.map(({ day, kind, degrees }) => (
          <li key={day}>
            <span className={classes.sub}>{day}</span>
            <WeatherIcon kind={kind} size={44} />
            <b>{degrees}°</b>
          </li>
        ))}
      </ul>
    </Widget>
  );
}

export function FridayTile() {
  return (
    <Widget label="Friday" bodyClassName={classes.tinted ?? ''}>
      <div className={classes.dayTile}>
        <div>
          <h2 className={classes.tileTitle}>Friday</h2>
          <p className={classes.figure}>33°</p>
        </div>
        <WeatherIcon kind="clear-day" size={56} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>WIND</dt>
          <dd>4 MPS</dd>
        </div>
        <div>
          <dt>RAIN</dt>
          <dd>52 MM</dd>
        </div>
      </dl>
    </Widget>
  );
}

export function SundayTile() {
  return (
    <Widget label="Sunday">
      <div className={classes.dayTile}>
        <div>
          <h2 className={classes.tileTitle}>Sunday</h2>
          <p className={classes.figure}>20°</p>
        </div>
        <WeatherIcon kind="rain" size={56} />
      </div>
    </Widget>
  );
}
