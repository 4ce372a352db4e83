/** How the image program ends where it made nothing. */
export const IMAGE_EXIT = { type: 3, tooLarge: 4, broken: 5 } as const
