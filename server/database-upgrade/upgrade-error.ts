/** The message says what to do. */
export class UpgradeError extends Error {
  override name = 'UpgradeError'
}
