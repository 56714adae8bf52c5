import type { OutletMeter } from '#contract/service.ts';
import { formatCount } from '../../lib/formatters.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatRow } from '../../ui/stat-row.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './service.module.css';

const SOURCE_WORDS = { view: 'View', click: 'Click', burn: 'Burn', register: 'Meter register' } as const;

const inWords = (wh: number): string => `${wh.toLocaleString('en-US', { maximumFractionDigits: 1 })} Wh`;

/** The readings of the outlet's meter, and the implausible ones, which no figure includes. */
export function MeterPanel({ meter: { register, implausible, latest } }: { meter: OutletMeter }) {
  return (
    <Panel title="Meter">
      <StatRow
        label="Register"
        value={register === null ? 'Not reported' : inWords(register.wh)}
        hint="Cumulative reading of the meter. Differences replace the estimate of each view."
      />
      {register === null ? null : (
        <p>
          Read <TimeText instant={register.at} relative />
        </p>
      )}
      <StatRow
        label="Implausible readings"
        value={formatCount(implausible)}
        hint="Above what the outlet's rated power allows. They are in no figure; the estimate stays."
      />
      {latest.length === 0 ? null : (
        <ul className={classes.moments}>
          {latest.map(({ at, source, wh, most_wh: most }) => (
            <li key={`${source} ${at} ${wh}`}>
              <TimeText instant={at} />: {SOURCE_WORDS[source]}, {inWords(wh)}. At most {inWords(most)} is plausible.
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
