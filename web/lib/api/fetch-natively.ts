/** Downloads to disk, not memory. Browsers list refusals among downloads. */
export function fetchNatively(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
