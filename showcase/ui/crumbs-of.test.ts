import { expect, test } from 'vitest';
import { crumbsOf } from './breadcrumbs.tsx';

test('each part of the address is a crumb, split at hyphens and title-cased', () => {
  expect(crumbsOf('/app/ui/tabs-accordion')).toEqual([
    { label: 'App', to: '/app' },
    { label: 'Ui', to: '/app/ui' },
    { label: 'Tabs Accordion', to: '/app/ui/tabs-accordion' },
  ]);
});

test('extra slashes and hyphens create no empty crumb', () => {
  expect(crumbsOf('/app//ui/-x-/')).toEqual([
    { label: 'App', to: '/app' },
    { label: 'Ui', to: '/app/ui' },
    { label: 'X', to: '/app/ui/-x-' },
  ]);
});
