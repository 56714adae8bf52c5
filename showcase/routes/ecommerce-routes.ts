import { type ShowcaseRoute, showcasePage } from './page-route.ts';

const product = () => import('../pages/ecommerce/product-page.tsx');
const edit = () => import('../pages/ecommerce/edit-product-page.tsx');

/** The sample shop, /app/ecommerce/*. */
export const ecommerceRoutes: readonly ShowcaseRoute[] = [
  { path: 'ecommerce', leadsTo: '/app/ecommerce/management' },
  showcasePage(
    'ecommerce/products',
    'Product grid',
    () => import('../pages/ecommerce/products-page.tsx'),
    'ProductsPage',
  ),
  showcasePage('ecommerce/product', 'Product', product, 'ProductPage'),
  showcasePage('ecommerce/product/$id', 'Product', product, 'ProductPage'),
  showcasePage(
    'ecommerce/management',
    'Product management',
    () => import('../pages/ecommerce/management-page.tsx'),
    'ManagementPage',
  ),
  showcasePage('ecommerce/management/create', 'New product', edit, 'EditProductPage'),
  showcasePage('ecommerce/management/$id', 'Edit product', edit, 'EditProductPage'),
];
