/** Every text of the client in one language, with its placeholders. */
export function allTextsOf(language: string): string[]
/** The words of one language as the client says them. @throws for a key that it does not have. */
export function textsOf(language: string): (key: string, variables?: Readonly<Record<string, unknown>>) => string
