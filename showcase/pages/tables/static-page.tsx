import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, Menu, Progress } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { formatDollars } from '../../../web/lib/formatters.ts';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { FILES, ORDERS, PEOPLE, PRODUCTS, type SampleFile } from './sample-data/table-files.ts';
import classes from './tables.module.css';
import { TONE_COLOURS } from './tone-colours.ts';

/**
 * Tracks the selected rows. The heading's checkbox selects or clears all rows, and is indeterminate if only some are
 * selected.
 */
function useTicks(ids: readonly number[], tickedAtFirst: readonly number[] = []) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(tickedAtFirst));
  const isAll = ids.every((id) => ticked.has(id));
  return {
    isTicked: (id: number): boolean => ticked.has(id),
    isAll,
    isSome: ticked.size > 0 && !isAll,
    toggle: (id: number): void => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      setTicked(next);
    },
    toggleAll: (): void => setTicked(new Set(isAll ? [] : ids)),
  };
}

type TickBoxProps = { label: string; isTicked: boolean; isSome?: boolean; onToggle: () => void };

/** A checkbox for one row or for all rows. The whole cell is its hit area. */
function TickBox({ label, isTicked, isSome = false, onToggle }: TickBoxProps) {
  const id = useId();
  return (
    <label className={classes.tick} htmlFor={id}>
      <Checkbox id={id} aria-label={label} checked={isTicked} indeterminate={isSome} onChange={onToggle} />
    </label>
  );
}

type TagProps = {
  tone: 'success' | 'warning' | 'danger' | 'info' | 'primary' | 'gray';
  isPill?: boolean;
  children: ReactNode;
};

/** A state in one word on a soft background. */
function Tag({ tone, isPill = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-pill={isPill || undefined}>
      {children}
    </span>
  );
}

const say = (message: string): void => void showToast({ kind: 'info', key: 'tables', message });

/** A table of five pictures with every kind of cell. */
function StylesPanel() {
  return (
    <Widget title="Table **Styles**" settings close flush>
      <section
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by key
        tabIndex={0}
        aria-label="Five pictures"
      >
        <table className={classes.table} data-striped>
          <thead>
            <tr>
              <th scope="col" className={classes.wideOnly}>
                #
              </th>
              <th scope="col">Picture</th>
              <th scope="col">Description</th>
              <th scope="col" className={classes.wideOnly}>
                Info
              </th>
              <th scope="col" className={classes.wideOnly}>
                Date
              </th>
              <th scope="col" className={classes.wideOnly}>
                Size
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {FILES.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes.toolbar}>
        <span className={classes.caption}>Basic table with styled content</span>
        <Button variant="default" size="xs" onClick={() => say('Would send the five pictures.')}>
          Send to...
        </Button>
        <ClearMenu />
      </div>
    </Widget>
  );
}

function FileRow({ file: { id, picture, description, label, info, date, size, progress } }: { file: SampleFile }) {
  return (
    <tr>
      <td className={classes.wideOnly}>{id}</td>
      <td>
        <SamplePicture subject={picture} />
      </td>
      <td>
        {description} {label === undefined ? null : <Tag tone={label.colorClass}>{label.text}</Tag>}
      </td>
      <td className={classes.wideOnly}>
        <span className={classes.info}>
          <span>
            Type: <strong>{info.type}</strong>
          </span>
          <span>
            Dimensions: <strong>{info.dimensions}</strong>
          </span>
        </span>
      </td>
      <td className={classes.wideOnly}>{date}</td>
      <td className={classes.wideOnly}>{size}</td>
      <td>
        <Progress
          className={classes.progress ?? ''}
          value={progress.percent}
          color={TONE_COLOURS[progress.colorClass]}
          aria-label={`${description}: ${progress.percent} percent`}
        />
      </td>
    </tr>
  );
}

function ClearMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
        >
          Clear
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {['Clear', 'Move ...', 'Something else here'].map((action) => (
          <Menu.Item key={action} onClick={() => say(`Chosen: ${action}`)}>
            {action}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => say('Chosen: Separated link')}>Separated link</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const DRAWINGS: Record<SampleFile['picture'], { sky: string; ground: string; path: string }> = {
  hill: { sky: '#cfe6f5', ground: '#6fa56b', path: 'M0 50V34q12-16 24-6t26-10v32z' },
  sun: { sky: '#f9d9a6', ground: '#d98a4b', path: 'M0 50V40h50v10zM25 14a10 10 0 1 1 0 20 10 10 0 0 1 0-20z' },
  tower: { sky: '#dcdff0', ground: '#5a5f85', path: 'M0 50v-8h18l4-30h6l4 30h18v8zM16 20h18v3H16z' },
  wave: { sky: '#d3eef2', ground: '#3c8fa6', path: 'M0 50V30q8-8 16 0t17 0 17 0v20z' },
  leaf: { sky: '#e6f0d5', ground: '#5f8f3a', path: 'M10 40C8 20 22 8 42 10c2 20-10 34-28 32l14-18z' },
};

/** A small drawing, described by the text beside it. */
function SamplePicture({ subject }: { subject: SampleFile['picture'] }) {
  const { sky, ground, path } = DRAWINGS[subject];
  return (
    <svg className={classes.picture} width="50" height="50" viewBox="0 0 50 50" aria-hidden="true" focusable="false">
      <path fill={sky} d="M0 0h50v50H0z" />
      <path fill={ground} d={path} />
    </svg>
  );
}

const HEIGHT = 24;
const BAR = 8;
const STEP = 12;

/** A small bar per day, starting at zero. */
function SalesBars({ sales, color }: { sales: readonly number[]; color: string }) {
  const highest = Math.max(...sales);
  return (
    <svg
      width={sales.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${sales.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`Sales of seven days: ${sales.join(', ')}`}
    >
      {sales.map((value, day) => {
        const height = (HEIGHT * value) / highest;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its place
          <rect key={day} x={day * STEP} y={HEIGHT - height} width={BAR} height={height} rx={1.5} fill={color} />
        );
      })}
    </svg>
  );
}

const IDS = PRODUCTS.map(({ id }) => id);

/** Five products with seven days of sales, with borders or in a scrolling frame. */
function ProductTable({ label, look }: { label: string; look: 'bordered' | 'overflow' }) {
  const ticks = useTicks(IDS);
  return (
    <section
      className={look === 'overflow' ? classes.overflow : classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by key
      tabIndex={0}
      aria-label={label}
    >
      <table className={classes.table} data-bordered={look === 'bordered' || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.tickCell}>
              <TickBox
                label={`${label}: tick all`}
                isTicked={ticks.isAll}
                isSome={ticks.isSome}
                onToggle={ticks.toggleAll}
              />
            </th>
            <th scope="col">Product</th>
            <th scope="col" className={classes.numberHead}>
              Price
            </th>
            <th scope="col">Sales</th>
          </tr>
        </thead>
        <tbody>
          {PRODUCTS.map(({ id, name, price, sales, series }) => (
            <tr key={id}>
              <td className={classes.tickCell}>
                <TickBox
                  label={`${label}: tick ${name}`}
                  isTicked={ticks.isTicked(id)}
                  onToggle={() => ticks.toggle(id)}
                />
              </td>
              <td>{name}</td>
              <td className={classes.numberCell}>{formatDollars(price)}</td>
              <td>
                <SalesBars sales={sales} color={`var(--vb-series-${series})`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Static tables: styles, stripes, hover, borders, overflow. */
export function StaticTablesPage() {
  return (
    <ShowcasePage title="Tables - **Static**">
      <div className={classes.stack}>
        <StylesPanel />
        <div className={classes.half}>
          <Widget title="Striped **Table**" settings close>
            <StripedTable />
            <h3 className={classes.subhead}>
              Hover <strong>Table</strong>
            </h3>
            <HoverTable />
          </Widget>
          <Widget title="Bordered **Table**" settings close>
            <ProductTable label="Products with borders" look="bordered" />
            <h3 className={classes.subhead}>
              Overflow <strong>Table</strong>
            </h3>
            <ProductTable label="Products that scroll" look="overflow" />
          </Widget>
        </div>
      </div>
    </ShowcasePage>
  );
}

const ORDER_IDS = ORDERS.map(({ id }) => id);
const TICKED = ORDERS.filter(({ isTicked }) => isTicked).map(({ id }) => id);

/** Three rows with checkboxes. The first is initially selected. */
function StripedTable() {
  const ticks = useTicks(ORDER_IDS, TICKED);
  return (
    <table className={classes.table} data-striped aria-label="Striped table">
      <thead>
        <tr>
          <th scope="col" className={classes.tickCell}>
            <TickBox label="Tick all orders" isTicked={ticks.isAll} isSome={ticks.isSome} onToggle={ticks.toggleAll} />
          </th>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {ORDERS.map(({ id, name, status, tone }) => (
          <tr key={id}>
            <td className={classes.tickCell}>
              <TickBox label={`Tick ${name}`} isTicked={ticks.isTicked(id)} onToggle={() => ticks.toggle(id)} />
            </td>
            <td>{name}</td>
            <td>
              <Tag tone={tone}>{status}</Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Four people. The hovered row is highlighted. */
function HoverTable() {
  return (
    <table className={classes.table} data-hover aria-label="Hover table">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">First Name</th>
          <th scope="col">Last Name</th>
          <th scope="col" className={classes.wideOnly}>
            Email
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {PEOPLE.map(({ id, firstName, lastName, email, status, tone }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{firstName}</td>
            <td>{lastName}</td>
            <td className={classes.wideOnly}>{email}</td>
            <td>
              <Tag tone={tone} isPill>
                {status}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
