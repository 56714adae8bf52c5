import { PICTURE_BYTES, PICTURE_TYPES } from '#contract/picture.ts';
import { pictureFileStrings as strings } from './lib-strings.ts';

/** The value for the `accept` attribute of a file input. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',');

/**
 * Returns why the client refuses to send a picture, or null if it may be sent. The server checks that the file is a
 * picture.
 */
export const pictureFault = ({ size }: Blob): string | null => (size > PICTURE_BYTES ? strings.tooLarge : null);
