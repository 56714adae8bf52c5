import { IconHelp, IconMapPin, IconMessage, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import classes from './grid.module.css';
import { NEW_SHARE, SHARES } from './grid-sample-data.ts';

const ICONS: Record<string, typeof IconHelp> = {
  picture: IconPhoto,
  place: IconMapPin,
  question: IconHelp,
  answer: IconMessage,
};

/** Four shares; a reload adds a fifth at the top. */
export function SharesWidget() {
  const [shares, setShares] = useState(SHARES);
  return (
    <Widget
      title="Latest **Shares**"
      reload="Reload"
      close="Close"
      prompt
      onReload={() => setShares([NEW_SHARE, ...SHARES])}
    >
      <ul className={classes.rows}>
        {shares.map((share) => {
          const Icon = ICONS[share.type] ?? IconMessage;
          return (
            <li key={share.name} className={share === NEW_SHARE ? `${classes.row} ${classes.isNew}` : classes.row}>
              <PersonPicture name={share.name} />
              <div className={classes.rowText}>
                <strong>{share.name}</strong>
                <span>{share.comment}</span>
              </div>
              <Icon size={18} stroke={1.75} role="img" aria-label={share.type} />
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}
