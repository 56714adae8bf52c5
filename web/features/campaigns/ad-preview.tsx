import classes from './ad-preview.module.css';

type AdPreviewProps = {
  /** Address of the picture; null before there is one. */
  picture: string | null;
  name: string;
  sponsor: string;
  seconds: number | null;
};

/** An ad as the screen of an outlet shows it: the picture whole, whose it is below, and how long it stands. */
export function AdPreview({ picture, name, sponsor, seconds }: AdPreviewProps) {
  return (
    <figure className={classes.outlet}>
      <div className={classes.screen}>
        {picture === null ? (
          <span className={classes.none}>Your picture</span>
        ) : (
          <img src={picture} alt={`Ad: ${name}`} className={classes.picture} />
        )}
      </div>
      <figcaption className={classes.line}>
        <span className={classes.sponsor}>{sponsor === '' ? 'Sponsor' : `Sponsored by ${sponsor}`}</span>
        {seconds === null ? null : <span>{seconds} s</span>}
      </figcaption>
    </figure>
  );
}
