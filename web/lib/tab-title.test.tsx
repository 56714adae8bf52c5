// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useNamedTitle, useTabTitle } from './tab-title.ts';

function Title() {
  return <p>{useNamedTitle().join(' · ')}</p>;
}

function Flight({ code }: { code: string | undefined }) {
  useTabTitle(code, 'Winter menu');
  return null;
}

test('a page names its record, and the name ends with the page', () => {
  const page = (code: string | undefined, isOpen = true) => (
    <>
      <Title />
      {isOpen ? <Flight code={code} /> : null}
    </>
  );
  const { rerender } = render(page(undefined));
  expect(screen.getByText('Winter menu')).toBeTruthy();
  rerender(page('BRL-5A'));
  expect(screen.getByText('BRL-5A · Winter menu')).toBeTruthy();
  rerender(page('BRL-5A', false));
  expect(screen.queryByText(/Winter menu/)).toBeNull();
});
