/**
 * What a test takes in its tier: every change passes the quick one. A file of the slow tier calls `goSlow` and then takes in the file of
 * the quick one, which does the same to more of its kind.
 */
export const inTier = <T>({ quick, slow }: { readonly quick: T; readonly slow: T }): T =>
  process.env['TEST_TIER'] === 'slow' ? slow : quick

export function goSlow(): void {
  process.env['TEST_TIER'] = 'slow'
}

/** Tests that the quick tier leaves out, since others of their file prove the same subject. The slow tier has a file that takes this one in. */
export function onlySlow(tests: () => void): void {
  inTier({ quick: () => undefined, slow: tests })()
}
