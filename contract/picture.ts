import * as Type from 'typebox';

/** Maximum size of an uploaded picture in bytes, before it is scaled down. */
export const PICTURE_BYTES = 5 * 1024 * 1024;

/** Accepted types. Each upload becomes a small WebP without metadata. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/**
 * An uploaded picture in base64. The schema has no pattern, because on megabytes of text the regex engine may exceed
 * its 64 MB for backtracking. The image decoder rejects invalid input anyway.
 */
export const PictureUpload = Type.String({
  minLength: 16,
  maxLength: Math.ceil(PICTURE_BYTES / 3) * 4,
  description: 'JPEG, PNG, WebP, GIF or AVIF up to 5 MB, in base64',
});

/** An account's picture: one element, or none. */
export const Avatar = Type.Array(Type.Object({ publicUrl: Type.String() }));
