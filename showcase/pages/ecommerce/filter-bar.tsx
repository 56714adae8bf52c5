import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import classes from './filters.module.css';
import { CHOICE_HINTS, FILTERS, type FilterKey, type ShopFilters, type ShopSort, SORTS } from './shop-filters.ts';

export type FilterProps = {
  filters: ShopFilters;
  sort: ShopSort;
  onFilter: (key: FilterKey, choice: string) => void;
  onSort: (sort: ShopSort) => void;
};

/** Five filters and the sort order. Each is a menu whose button shows the current choice. */
export function FilterBar({ filters, sort, onFilter, onSort }: FilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={classes.bar} role="group" aria-label="Filters and order">
      {FILTERS.map(({ key, label, choices }) => (
        <div key={key} className={classes.choice}>
          <span className={classes.caption} aria-hidden="true">
            {label}
          </span>
          <ChoiceMenu<string>
            label={label}
            choices={choices}
            chosen={filters[key]}
            hints={CHOICE_HINTS[key]}
            isWide
            onChoose={(choice) => onFilter(key, choice)}
          />
        </div>
      ))}
      <div className={classes.choice}>
        <span className={classes.caption} aria-hidden="true">
          Sort
        </span>
        <ChoiceMenu label="Sort" choices={SORTS} chosen={sort} hints={CHOICE_HINTS.sort} isWide onChoose={onSort} />
      </div>
    </div>
  );
}
