export const IMAGE_EXIT = { type: 3, tooLarge: 4, broken: 5 } as const
