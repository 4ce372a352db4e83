export const count = (number: number, word: string): string =>
  `${number} ${word}${number === 1 ? '' : 's'}`
