/**
 * Whether the web client has a server (docs/specification.md#calls, VITE_BACKEND). Without a server, pages show sample
 * data.
 */
export const HAS_BACKEND = !['off', 'false', '0'].includes(import.meta.env.VITE_BACKEND ?? '');
