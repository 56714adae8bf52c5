import { useTokenValues } from '../../../web/lib/token-colour.ts';
import { Identifier } from '../../../web/ui/identifier.tsx';
import classes from './colour-palettes.module.css';

type Named = { readonly token: string; readonly name: string };

const SHADES = Array.from({ length: 10 }, (_, shade) => ({ token: `--vb-brand-${shade}`, name: `Shade ${shade}` }));
const SERIES = ['Theme colour', 'Orange', 'Blue', 'Teal', 'Rose', 'Olive', 'Lavender', 'Slate'].map((name, index) => ({
  token: `--vb-series-${index + 1}`,
  name,
}));
const STATUS: readonly Named[] = [
  { token: '--vb-status-online', name: 'Online' },
  { token: '--vb-status-late', name: 'Late' },
  { token: '--vb-status-offline', name: 'Offline' },
  { token: '--vb-status-never', name: 'Never reported' },
];
const GREYS: readonly Named[] = [
  { token: '--vb-page', name: 'Page' },
  { token: '--vb-surface', name: 'Card' },
  { token: '--vb-surface-sunken', name: 'Sunken' },
  { token: '--vb-border', name: 'Border' },
  { token: '--vb-text-faint', name: 'Faint text' },
  { token: '--vb-text-muted', name: 'Quiet text' },
  { token: '--vb-text', name: 'Text' },
];

/** Ten shades derived from the theme panel's color. */
export function ThemeShades() {
  return (
    <>
      <p className={classes.note}>Worked out from the colour of the theme panel; choose another, and they follow.</p>
      <Swatches colours={SHADES} />
    </>
  );
}

/** The data series colors, in order. */
export function DataColours() {
  return (
    <>
      <p className={classes.note}>
        Eight that can be told apart in both schemes, also by who does not see red or green.
      </p>
      <Swatches colours={SERIES} />
    </>
  );
}

/** Colors that show an outlet's status, and are used for nothing else. */
export function StatusColours() {
  return (
    <>
      <p className={classes.note}>
        They say how an outlet stands and nothing else, and never without a shape or a word.
      </p>
      <Swatches colours={STATUS} />
    </>
  );
}

export function Greys() {
  return (
    <>
      <p className={classes.note}>What the page is made of. Every text can be read on every surface.</p>
      <Swatches colours={GREYS} />
    </>
  );
}

/** Each color with its current value, and a button that copies its token's name. */
function Swatches({ colours }: { colours: readonly Named[] }) {
  const values = useTokenValues(colours.map(({ token }) => token));
  return (
    <ul className={classes.swatches}>
      {colours.map(({ token, name }, index) => (
        <li key={token} className={classes.swatch}>
          <div className={classes.colour} style={{ background: `var(${token})` }} />
          <div className={classes.words}>
            <strong>{name}</strong>
            <code>{values[index]}</code>
            <Identifier value={token} name="token" whole />
          </div>
        </li>
      ))}
    </ul>
  );
}
