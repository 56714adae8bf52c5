/**
 * Header on automatic calls that the web client makes after a minute without user activity. They get the usual
 * response, but do not extend the session.
 */
export const BACKGROUND_HEADER = 'x-unattended';
