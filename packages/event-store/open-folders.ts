/**
 * The folders that embedded engines have open in this process, each with the function that closes its engine. The
 * engine library can open only one folder per process.
 */
export const openFolders = new Map<string, () => Promise<void>>();
