/** A share of 0 to 1 as people write it: 33.3333%. */
export const shownShare = (share: number): string => `${Number((share * 100).toFixed(4))}%`;
