/** Texts of `api-client.ts`. */
export const apiClientStrings = {
  error: 'Error',
  thisCopyOfVoltboardRuns: 'This copy of Voltboard runs without a server.',
  theServerCannotBeReached: 'The server cannot be reached. Check the connection.',
  bearer: 'Bearer {token}',
} as const;

/** Texts of `picture-file.ts`. */
export const pictureFileStrings = {
  thePictureIsLargerThan: 'The picture is larger than 5 MB. Choose a smaller one.',
} as const;

/** Texts of `typed-numbers.ts`. */
export const typedNumbersStrings = {
  writeANumberInDigits: 'Write a number in digits.',
  thisIsNeeded: 'This is needed.',
  writeAnAmountInDigits: 'Write an amount in digits, such as 12.50.',
} as const;
