const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Where the picture of a creative is served: its hash is its name, so what stands there never changes. */
export const creativeUrl = ({
  hash,
  type,
}: {
  readonly hash: string;
  readonly type: keyof typeof EXTENSIONS;
}): string => `/api/creatives/${hash}.${EXTENSIONS[type]}`;
