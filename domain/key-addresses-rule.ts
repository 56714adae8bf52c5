/**
 * Networks (of one provider, mostly) from which one key may be used within an hour. An outlet has one line, and a mobile one changes
 * its network a few times; a gateway's key may be used at several venues.
 */
export const ADDRESSES = { outlet: 4, gateway: 24 } as const;
