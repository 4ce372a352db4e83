/** What a change affects. */
interface Affected {
  /** The changed path that has all tests run, or undefined. */
  readonly everything: string | undefined
  readonly unit: readonly string[]
  readonly components: readonly string[]
  readonly stories: readonly string[]
  readonly slow: readonly string[]
}
export function affectedBy(changed: readonly string[]): Affected
/** Areas whose pattern matches no spec, as sentences. */
export function emptyAreas(files?: readonly string[]): string[]
