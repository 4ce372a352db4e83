export const inTier = <T>({ quick, slow }: { readonly quick: T; readonly slow: T }): T =>
  process.env['TEST_TIER'] === 'slow' ? slow : quick

/** Other tests cover the subject too. A slow file must import it. */
export function onlySlow(tests: () => void): void {
  inTier({ quick: () => undefined, slow: tests })()
}
