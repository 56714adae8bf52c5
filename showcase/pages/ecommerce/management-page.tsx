import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Column, DataTable } from '../../../web/ui/data-table.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { SortSelect } from '../../../web/ui/sort-select.tsx';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import type { Product } from '../../contract/products.ts';
import { TableFoot } from '../../ui/table-foot.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { SlidingNotice } from '../sliding-notice.tsx';
import { DeleteButton } from './delete-button.tsx';
import classes from './management.module.css';
import { pictureWords } from './product-fields.ts';
import { productsQuery } from './products-api.ts';
import { ShopLink } from './shop-link.tsx';
import { useStock } from './use-stock.ts';

/** The list of products, where users create, change and delete them (docs/sample-pages.md#product-management). */
export function ManagementPage() {
  const { data: products, isPending, isError, refetch } = useQuery(productsQuery);
  const list = useRef<HTMLDivElement>(null);
  return (
    <ShowcasePage title="Product - **Management**" isLoading={isPending}>
      <SlidingNotice onClosed={() => list.current?.focus()}>
        These are sample products. What you create, change or delete stays in this browser until the page is loaded
        anew, and shows in the product grid as well.
      </SlidingNotice>
      <Widget title="List of **Products**" collapse close flush isLoading={isPending}>
        {isError ? <ErrorState what="The products could not be loaded." onRetry={() => void refetch()} /> : null}
        <div ref={list} tabIndex={-1} className={classes.place}>
          {products === undefined ? null : <ProductList products={products} onRemoved={() => list.current?.focus()} />}
        </div>
      </Widget>
    </ShowcasePage>
  );
}

/** Returns the products that contain the words, sorted by a column. A leading minus means descending order. */
export function productRows(products: readonly Product[], words: string, sort: string): Product[] {
  const wanted = words.trim().toLowerCase();
  const found = products.filter(({ id, title, subtitle, price, rating }) =>
    [id, title, subtitle, price, rating].some((value) => String(value).toLowerCase().includes(wanted)),
  );
  const compare = COMPARE[sort.replace(/^-/, '')] ?? byId;
  const direction = sort.startsWith('-') ? -1 : 1;
  return found.sort((one, other) => compare(one, other) * direction || byId(one, other));
}

type Compare = (one: Product, other: Product) => number;

const byId: Compare = (one, other) => one.id - other.id;
const COMPARE: Readonly<Record<string, Compare>> = {
  id: byId,
  title: (one, other) => one.title.localeCompare(other.title, 'en'),
  subtitle: (one, other) => one.subtitle.localeCompare(other.subtitle, 'en'),
  price: (one, other) => one.price - other.price,
  rating: (one, other) => one.rating - other.rating,
};

const PAGE_SIZES = [10, 25, 50];
/** Number of page links shown at once (docs/sample-pages.md#product-management). */
const LINKS = 3;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const COLUMNS: readonly Column<Product>[] = [
  { name: 'id', head: 'ID', isSortable: true, isNumber: true, cell: ({ id }) => id },
  {
    name: 'img',
    head: 'Image',
    cell: ({ img }) => <img className={classes.thumb} src={img} alt={pictureWords(img)} width={40} height={40} />,
  },
  {
    name: 'title',
    head: 'Title',
    isSortable: true,
    isHeading: true,
    cell: ({ id, title }) => (
      <ShopLink to={`product/${id}`} className={classes.title}>
        {upperFirst(title)}
      </ShopLink>
    ),
  },
  { name: 'subtitle', head: 'Subtitle', isSortable: true, isWideOnly: true, cell: ({ subtitle }) => subtitle },
  {
    name: 'price',
    head: 'Price($)',
    isSortable: true,
    isNumber: true,
    isWideOnly: true,
    cell: ({ price }) => price.toFixed(2),
  },
  {
    name: 'rating',
    head: 'Rating',
    isSortable: true,
    isNumber: true,
    isWideOnly: true,
    cell: ({ rating }) => rating.toFixed(1),
  },
];

const SORTS = COLUMNS.filter(({ isSortable }) => isSortable === true).map(({ name, head }) => ({
  value: name,
  label: head,
}));

type ProductListProps = {
  products: readonly Product[];
  /** Called to move the focus after the focused row was removed. */
  onRemoved: () => void;
};

/** The list of products with search, sorting, pages, and actions on each row. */
function ProductList({ products, onRemoved }: ProductListProps) {
  const { remove } = useStock();
  const [words, setWords] = useState('');
  const [sort, setSort] = useState('id');
  const [pageSize, setPageSize] = useState(10);
  const [page, setPage] = useState(0);
  const rows = productRows(products, words, sort);
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const pageIndex = Math.min(page, last);
  return (
    <div className={classes.sized}>
      <div className={classes.toolbar}>
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to="/app/$" params={{ _splat: 'ecommerce/management/create' }} />}
        >
          Create Product
        </Button>
        <TextInput
          type="search"
          aria-label="Search products"
          placeholder="Search"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setPage(0);
          }}
        />
        <SortSelect sorts={SORTS} sort={sort} onSort={setSort} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={products.length === 0 ? 'There are no products.' : 'No product has these words.'}>
          {products.length === 0 ? 'Create one, or load the page anew to see the sample again.' : undefined}
        </EmptyState>
      ) : (
        <div className={classes.list}>
          <DataTable
            caption="Products"
            columns={COLUMNS}
            rows={rows.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)}
            keyOf={({ id }) => String(id)}
            sort={sort}
            onSort={setSort}
            actionsHead="Api"
            actions={({ id, title }) => (
              <span className={classes.acts}>
                <EditButton id={id} title={title} />
                <DeleteButton
                  title={title}
                  onDelete={() => {
                    flushSync(() => remove(id));
                    onRemoved();
                    void showToast({ kind: 'success', key: 'product', message: `${title} was deleted.` });
                  }}
                />
              </span>
            )}
          />
        </div>
      )}
      <TableFoot
        label="products"
        pageIndex={pageIndex}
        pageSize={pageSize}
        rowCount={rows.length}
        pageSizes={PAGE_SIZES}
        links={LINKS}
        onPage={setPage}
        onPageSize={(size) => {
          setPageSize(size);
          setPage(0);
        }}
      />
    </div>
  );
}

function EditButton({ id, title }: { id: number; title: string }) {
  return (
    <Button
      variant="light"
      size="xs"
      className={classes.act ?? ''}
      aria-label={`Edit ${title}`}
      leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to="/app/$" params={{ _splat: `ecommerce/management/${id}` }} />}
    >
      <span className={classes.actWord}>Edit</span>
    </Button>
  );
}
