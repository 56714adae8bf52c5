import { useLoaderData } from '@tanstack/react-router';

/** The showcase page of the current address. */
export function ShowcaseRoutePage() {
  const { component: Page, params, title } = useLoaderData({ from: '/app/$' });
  return <Page key={title} params={params} />;
}
