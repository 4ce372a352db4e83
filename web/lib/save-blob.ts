const REVOKED_AFTER_MS = 100

/** Hands bytes to the browser's own download under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKED_AFTER_MS)
}
