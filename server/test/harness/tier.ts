export const inTier = <T>({ quick, slow }: { readonly quick: T; readonly slow: T }): T =>
  process.env['TEST_TIER'] === 'slow' ? slow : quick

/** Slow files must import it. */
export function onlySlow(tests: () => void): void {
  inTier({ quick: () => undefined, slow: tests })()
}
