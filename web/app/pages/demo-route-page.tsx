import { useLoaderData } from '@tanstack/react-router';

/** The demo page that stands at the present address. */
export function DemoRoutePage() {
  const { component: Page, params, title } = useLoaderData({ from: '/app/$' });
  return <Page key={title} params={params} />;
}
