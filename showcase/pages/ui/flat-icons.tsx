import { FLAT_ICONS } from './flat-icons-sample-data.ts';
import { flatName, type IconEntry } from './icon-catalogue.ts';
import { IconCell, IconGrid } from './icon-grid.tsx';
import classes from './icons-page.module.css';

const entryOf = (component: string): IconEntry => ({
  label: flatName(component).replace('flat-', ''),
  name: flatName(component),
  isAlias: false,
  family: 'Tabler',
});

/** The last tab: flat icons from the set that the product itself uses. */
export function FlatIcons() {
  return (
    <section aria-label="Flat icons of Tabler">
      <h2 className={classes.heading}>Flat icons</h2>
      <p className={classes.note}>These are drawings of Tabler Icons, the set that Voltboard itself uses.</p>
      <IconGrid>
        {Object.entries(FLAT_ICONS).map(([component, Icon]) => (
          <IconCell
            key={component}
            entry={entryOf(component)}
            icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
          />
        ))}
      </IconGrid>
    </section>
  );
}
