interface Affected {
  /** Forces a full run. */
  readonly everything: string | undefined
  readonly unit: readonly string[]
  readonly components: readonly string[]
  readonly stories: readonly string[]
  readonly slow: readonly string[]
}
export function affectedBy(changed: readonly string[]): Affected
export function emptyAreas(files?: readonly string[]): string[]
