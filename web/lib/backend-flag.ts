/** Whether there is a server behind the web client (specification section 7, VITE_BACKEND); without one pages show samples. */
export const HAS_BACKEND = !['off', 'false', '0'].includes(import.meta.env.VITE_BACKEND ?? '');
