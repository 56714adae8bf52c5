import { queryOptions } from '@tanstack/react-query';
import { getHousePicture, removeHousePicture, setHousePicture } from '#contract/house-picture.ts';
import { request } from '../lib/api-client.ts';

export const HOUSE_PICTURES = ['house-pictures'] as const;

/**
 * Returns the query parameter for the property. The property's own users omit it; administrators specify a property.
 */
const about = (cid: string | undefined) => (cid === undefined ? {} : { cid });

export const housePictureQuery = (cid: string | undefined) =>
  queryOptions({
    queryKey: [...HOUSE_PICTURES, cid ?? 'own'] as const,
    queryFn: ({ signal }) => request(getHousePicture, { query: about(cid), signal }),
    meta: { errors: 'part' },
  });

type Shown = { readonly seconds: string; readonly target: string };
export const saveHousePicture = (cid: string | undefined, shown: Shown, file: Blob) =>
  request(setHousePicture, { query: { ...shown, ...about(cid) }, file });

export const dropHousePicture = (cid: string | undefined) => request(removeHousePicture, { query: about(cid) });
