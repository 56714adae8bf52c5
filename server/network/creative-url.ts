const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Returns the URL of a creative's picture. It contains the picture's hash, so the content never changes. */
export const creativeUrl = ({
  hash,
  type,
}: {
  readonly hash: string;
  readonly type: keyof typeof EXTENSIONS;
}): string => `/api/creatives/${hash}.${EXTENSIONS[type]}`;
