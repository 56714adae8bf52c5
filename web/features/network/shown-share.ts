/** Formats a share between 0 and 1 as a percentage: 33.3333%. */
export const shownShare = (share: number): string => `${Number((share * 100).toFixed(4))}%`;
