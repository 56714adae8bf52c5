import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './list-groups-page.module.css';
import { NestedList } from './nested-list.tsx';
import type { Nodes } from './nested-nodes.ts';
import { SortableStars } from './sortable-stars.tsx';

const node = (number: number, depth: number) => ({
  id: String(number),
  title: `Item ${number}`,
  depth,
  isExpanded: true,
});

const FIRST_TREE: Nodes = [
  node(1, 0),
  node(2, 0),
  node(3, 1),
  node(4, 1),
  node(5, 1),
  node(6, 2),
  node(7, 2),
  node(8, 2),
  node(9, 0),
];
const SECOND_TREE: Nodes = [node(13, 0), node(14, 0), node(15, 0), node(16, 1), node(17, 1), node(18, 1)];

/** A sortable list, and two trees whose nodes can change their parent. A reload restores the initial order. */
export function ListGroupsPage() {
  const [reloads, setReloads] = useState({ stars: 0, trees: 0 });
  return (
    <ShowcasePage title="Lists - **Sortable Groups**">
      <Columns>
        <Column>
          <Widget
            title="Grouped **Lists**"
            close
            reload
            settings
            onReload={() => setReloads({ ...reloads, stars: reloads.stars + 1 })}
          >
            <SortableStars key={reloads.stars} />
          </Widget>
        </Column>
        <Column>
          <Widget
            title="Nestable **List**"
            close
            reload
            settings
            onReload={() => setReloads({ ...reloads, trees: reloads.trees + 1 })}
          >
            <p className={classes.hint}>
              Drag a grip up and down to sort, to the side to nest. With the keyboard use the arrow keys on a grip.
            </p>
            <Columns key={reloads.trees}>
              <Column lg={6}>
                <div>
                  <NestedList label="First tree" first={FIRST_TREE} />
                </div>
              </Column>
              <Column lg={6}>
                <div>
                  <NestedList label="Second tree" first={SECOND_TREE} />
                </div>
              </Column>
            </Columns>
          </Widget>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}
