/** The languages of the product, the first is the default. By itself, so that the entrance loads no table of texts with it. */
export const LANGUAGES = ['ko', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
