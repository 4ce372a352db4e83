import { type ErrorCode, errorText, type Language } from '../../../contract/core/errors.ts'

type Variables = Readonly<Record<string, string | number | Readonly<Record<Language, string>>>>

interface RefusalOptions {
  /** They replace {{variables}} in the text. */
  readonly variables?: Variables
  readonly retryAfter?: number
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Other errors become INTERNAL without details. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly variables: Variables
  readonly retryAfter: number | undefined
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code)
    this.code = code
    this.variables = options.variables ?? {}
    this.retryAfter = options.retryAfter
    this.extra = options.extra ?? {}
  }
  textIn(language: Language): string {
    const values = Object.entries(this.variables).map(
      ([name, value]) => [name, typeof value === 'object' ? value[language] : value] as const,
    )
    return errorText(this.code, language, Object.fromEntries(values))
  }
}
