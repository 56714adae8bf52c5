import { uptimeText } from '#domain/uptime.ts';

/** A dash where nothing is known. */
export const formatUptime = (uptime: number | null): string => (uptime === null ? '–' : uptimeText(uptime));
