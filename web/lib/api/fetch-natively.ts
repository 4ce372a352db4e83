/** Downloads to disk without using the page's memory. The browser lists a refusal among its downloads, and the page remains. */
export function fetchNatively(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
