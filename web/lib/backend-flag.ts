/** Whether there is a server behind the web client (docs/specification.md#calls, VITE_BACKEND); without one pages show samples. */
export const HAS_BACKEND = !['off', 'false', '0'].includes(import.meta.env.VITE_BACKEND ?? '');
