import { expect, test } from 'vitest';
import { type GalleryFilter, shownImages } from './gallery-page.tsx';
import { IMAGES } from './sample-data/gallery.ts';

test('twelve images: nature 4, people 5, space 3; eight liked', () => {
  const count = (filter: GalleryFilter) => shownImages(IMAGES, filter, 'asc').length;
  expect([count('all'), count('nature'), count('people'), count('space')]).toEqual([12, 4, 5, 3]);
  expect(IMAGES.filter(({ like }) => like)).toHaveLength(8);
});

test('filtering keeps the order', () => {
  const names = shownImages(IMAGES, 'people', 'desc').map(({ name }) => name);
  expect(names).toEqual([...names].sort().reverse());
  expect(names[0]).toBe('Team at the table');
});
