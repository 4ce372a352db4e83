export class UpgradeError extends Error {
  override name = 'UpgradeError'
}
