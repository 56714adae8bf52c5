import { type DemoPageRoute, demoPage } from './page-route.ts';

const product = () => import('../pages/ecommerce/product-page.tsx');
const edit = () => import('../pages/ecommerce/edit-product-page.tsx');

/** The demo shop, /app/ecommerce/*. */
export const demoEcommerceRoutes: readonly DemoPageRoute[] = [
  { path: 'ecommerce', leadsTo: '/app/ecommerce/management' },
  demoPage('ecommerce/products', 'Product grid', () => import('../pages/ecommerce/products-page.tsx'), 'ProductsPage'),
  demoPage('ecommerce/product', 'Product', product, 'ProductPage'),
  demoPage('ecommerce/product/$id', 'Product', product, 'ProductPage'),
  demoPage(
    'ecommerce/management',
    'Product management',
    () => import('../pages/ecommerce/management-page.tsx'),
    'ManagementPage',
  ),
  demoPage('ecommerce/management/create', 'New product', edit, 'EditProductPage'),
  demoPage('ecommerce/management/$id', 'Edit product', edit, 'EditProductPage'),
];
