import { interpolate } from '../../lib/interpolate.ts';
import classes from './ad-preview.module.css';
import { adPreviewStrings as strings } from './campaigns-strings.ts';

type AdPreviewProps = {
  /** The picture's URL; null while there is none. */
  picture: string | null;
  name: string;
  sponsor: string;
  seconds: number | null;
};

/** An ad as an outlet's screen shows it: the whole picture, with the sponsor and duration below. */
export function AdPreview({ picture, name, sponsor, seconds }: AdPreviewProps) {
  return (
    <figure className={classes.outlet}>
      <div className={classes.screen}>
        {picture === null ? (
          <span className={classes.none}>{strings.picturePlaceholder}</span>
        ) : (
          <img src={picture} alt={interpolate(strings.pictureAlt, { name })} className={classes.picture} />
        )}
      </div>
      <figcaption className={classes.line}>
        <span className={classes.sponsor}>
          {sponsor === '' ? strings.sponsor : interpolate(strings.sponsoredBy, { sponsor })}
        </span>
        {seconds === null ? null : <span>{interpolate(strings.seconds, { seconds })}</span>}
      </figcaption>
    </figure>
  );
}
