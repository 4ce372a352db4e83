/** The first is the default. The separate file keeps text tables out of the entrance. */
export const LANGUAGES = ['ko', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
