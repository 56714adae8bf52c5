/**
 * Header of calls that the web client makes by itself while nobody has touched it for a minute: they are answered as any other, but
 * do not keep the session alive.
 */
export const UNATTENDED_HEADER = 'x-unattended';
