/** Thrown for a picture that is not accepted. The message is for the person who sent it. */
export class RefusedPicture extends Error {}
