import * as Type from 'typebox';

/** Most bytes of a picture before it is made small. */
export const PICTURE_BYTES = 5 * 1024 * 1024;

/** What is taken; everything becomes a small WebP without metadata. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/**
 * A picture as it is sent, in base64. Without a pattern: over a text of megabytes the engine of regular expressions may run out
 * of the 64 MB it has for going back, and whoever reads the picture knows better what is none.
 */
export const PictureUpload = Type.String({
  minLength: 16,
  maxLength: Math.ceil(PICTURE_BYTES / 3) * 4,
  description: 'JPEG, PNG, WebP, GIF or AVIF up to 5 MB, in base64',
});

/** An account's picture: the first one, or none. */
export const Avatar = Type.Array(Type.Object({ publicUrl: Type.String() }));
