/** In words for the administrator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
