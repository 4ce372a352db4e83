/**
 * Has the browser itself fetch what an address answers as an attachment: it streams to the disk, without passing through the memory of the
 * page. Named as the answer says; a refusal is told by the browser among its downloads and leaves the page as it is.
 */
export function fetchNatively(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
