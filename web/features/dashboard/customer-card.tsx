import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import { memo, type Ref, useId } from 'react';
import type { Customer } from '#contract/list.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import classes from './customer-card.module.css';
import { customerCardStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import { LateDailyViews } from './late-daily-views.tsx';
import { PowerOutlets } from './power-outlets.tsx';
import { PrintLink } from './print-link.tsx';
import { StatList } from './stat-list.tsx';
import { statRows } from './stat-rows.ts';
import { UsageBar } from './usage-bar.tsx';

type CustomerCardProps = {
  customer: Customer;
  isFull: boolean;
  onToggle: (id: string) => void;
  /** The card's position in the whole list, from 1, and the list's length. */
  position: number;
  total: number;
  /** The card's grid row, and the element that the grid measures. */
  row: number;
  ref?: Ref<HTMLElement>;
};

/**
 * A customer's card: figures, usage, PDF and outlets. The header toggles half and full width. Renders again only if its
 * props change, because the surrounding page renders a dozen times while it loads.
 */
export const CustomerCard = memo(function CustomerCard(props: CustomerCardProps) {
  const { customer, isFull, onToggle, position, total, row, ref } = props;
  const { perspective, dollarsPerKwh, range } = useDashboardView();
  const id = useId();
  const name = customer.customer;
  const Icon = isFull ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <article
      ref={ref ?? null}
      className={classes.card}
      data-index={row}
      data-full={isFull || undefined}
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
    >
      <header className={classes.header}>
        <h3 className={classes.heading} id={id}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isFull}
            title={isFull ? strings.showAtHalfWidth : strings.showAtFullWidth}
            data-card={customer.id}
            onClick={() => onToggle(customer.id)}
          >
            <span className={classes.name}>{name}</span>{' '}
            <span className={classes.count}>{counted(customer.outlets, NOUNS.outlet)}</span>
            {customer.outlets_offline === undefined ? null : <Offline count={customer.outlets_offline} />}
            <Icon className={classes.icon} size={16} aria-hidden="true" />
          </button>
        </h3>
        <PrintLink customerId={customer.id} customer={name} />
      </header>
      <div className={classes.body}>
        <div className={classes.figures}>
          <StatList
            rows={statRows(customer, perspective, dollarsPerKwh)}
            of={{ parameters: range.parameters, cid: customer.id }}
          />
          <UsageBar todayViews={customer.today_views} allViews={customer.all_views} />
          {isFull ? <LateDailyViews customerId={customer.id} /> : null}
        </div>
        <PowerOutlets customerId={customer.id} outlets={customer.outlets} isFull={isFull} />
      </div>
    </article>
  );
});

/** The number of outlets that have been silent for a day. Shown even if it is zero. */
function Offline({ count }: { count: number }) {
  return (
    <span className={classes.offline} data-some={count > 0 || undefined}>
      {interpolate(strings.offline, {
        statusMark: count > 0 ? <StatusMark status="offline" /> : null,
        count: formatCount(count),
      })}
    </span>
  );
}
