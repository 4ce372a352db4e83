/** The first language is the default. A file of its own keeps the text tables out of the entrance page. */
export const LANGUAGES = ['ko', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
