/**
 * Header on automatic calls that the web client makes after a minute without user activity. Such calls get the usual
 * response, but do not extend the session.
 */
export const BACKGROUND_HEADER = 'x-unattended';
