/** Formats a share of 0 to 1 as a percentage: 33.3333%. */
export const shownShare = (share: number): string => `${Number((share * 100).toFixed(4))}%`;
