/** A slow file calls `goSlow`, then imports the quick file. */
export const inTier = <T>({ quick, slow }: { readonly quick: T; readonly slow: T }): T =>
  process.env['TEST_TIER'] === 'slow' ? slow : quick

export function goSlow(): void {
  process.env['TEST_TIER'] = 'slow'
}

/** Other tests of the file cover the subject. A slow file must import it. */
export function onlySlow(tests: () => void): void {
  inTier({ quick: () => undefined, slow: tests })()
}
