import type { GalleryGroup, GalleryImage } from './sample-data/gallery.ts';

export type GalleryFilter = 'all' | GalleryGroup;
export type GalleryOrder = 'asc' | 'desc';

/** The images of a group, sorted by name; the order does not depend on the filter. */
export function shownImages(
  images: readonly GalleryImage[],
  filter: GalleryFilter,
  order: GalleryOrder,
): GalleryImage[] {
  const sign = order === 'asc' ? 1 : -1;
  return images
    .filter(({ groups }) => filter === 'all' || groups.includes(filter))
    .sort((one, other) => sign * one.name.toLowerCase().localeCompare(other.name.toLowerCase(), 'en'));
}
