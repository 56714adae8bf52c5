import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, CloseButton, Modal } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowLeft,
  IconArrowsSort,
  IconCheck,
  IconChevronRight,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import type { FilterProps } from './filter-bar.tsx';
import classes from './filters.module.css';
import { CHOICE_HINTS, FILTERS, type FilterKey, SORTS } from './shop-filters.ts';

type Place = 'sort' | 'filters' | FilterKey;

/**
 * Replaces the filter bar on small screens: two buttons, each of which opens an overlay
 * (docs/sample-pages.md#products).
 */
export function FilterOverlay({ filters, sort, onFilter, onSort }: FilterProps) {
  const [place, setPlace] = useState<Place | null>(null);
  const { place: heading, change } = useKeptFocus<HTMLHeadingElement>();
  const filter = FILTERS.find(({ key }) => key === place);
  const title = place === 'sort' ? 'Sort' : (filter?.label ?? 'Filter');
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setPlace('sort')}
      >
        Sort
      </Button>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => setPlace('filters')}
      >
        Filter
      </Button>
      <Modal.Root opened={place !== null} onClose={() => setPlace(null)} fullScreen transitionProps={{ duration: 0 }}>
        <Modal.Content aria-label={title}>
          <div className={classes.head}>
            {filter === undefined ? null : (
              <button
                type="button"
                className={classes.back}
                aria-label="Back to the filters"
                onClick={() => change(() => setPlace('filters'))}
              >
                <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
              </button>
            )}
            <h2 className={classes.title} {...heading}>
              {title}
            </h2>
            <CloseButton size={44} iconSize={20} aria-label={`Close: ${title}`} onClick={() => setPlace(null)} />
          </div>
          {place === 'filters' ? (
            <ul className={classes.list}>
              {FILTERS.map(({ key, label }) => (
                <li key={key}>
                  <button type="button" className={classes.row} onClick={() => change(() => setPlace(key))}>
                    <span>{label}</span>
                    <span className={classes.chosen}>{filters[key]}</span>
                    <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          {filter === undefined ? null : (
            <Choices
              choices={filter.choices}
              chosen={filters[filter.key]}
              hints={CHOICE_HINTS[filter.key]}
              onChoose={(choice) => onFilter(filter.key, choice)}
            />
          )}
          {place === 'sort' ? (
            <Choices choices={SORTS} chosen={sort} hints={CHOICE_HINTS.sort} onChoose={onSort} />
          ) : null}
        </Modal.Content>
      </Modal.Root>
    </div>
  );
}

type ChoicesProps<Choice extends string> = {
  choices: readonly Choice[];
  chosen: string;
  hints: Readonly<Record<string, string>>;
  onChoose: (choice: Choice) => void;
};

/** The choices, with a check mark beside the current choice. */
function Choices<Choice extends string>({ choices, chosen, hints, onChoose }: ChoicesProps<Choice>): ReactNode {
  return (
    <ul className={classes.list}>
      {choices.map((choice) => (
        <li key={choice}>
          <button
            type="button"
            className={classes.row}
            aria-pressed={choice === chosen}
            onClick={() => onChoose(choice)}
          >
            <span>{choice}</span>
            <span className={classes.chosen}>{hints[choice]}</span>
            {choice === chosen ? <IconCheck size={18} stroke={2} aria-hidden="true" /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
