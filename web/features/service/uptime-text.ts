import { uptimeText } from '#domain/uptime.ts';

/** Formats uptime; a dash if it is unknown. */
export const formatUptime = (uptime: number | null): string => (uptime === null ? '–' : uptimeText(uptime));
