export function allTextsOf(language: string): string[]
/** @throws on an unknown key */
export function textsOf(
  language: string,
): (key: string, variables?: Readonly<Record<string, unknown>>) => string
