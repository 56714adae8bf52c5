import { PICTURE_BYTES, PICTURE_TYPES } from '#contract/picture.ts';

/** For the `accept` of a file input. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/** Why a picture is not even sent; whether it is one the server finds out. */
export const pictureFault = ({ size }: Blob): string | null =>
  size > PICTURE_BYTES ? 'The picture is larger than 5 MB. Choose a smaller one.' : null;
