/**
 * Has the browser itself fetch what an address answers as an attachment: it streams to the disk, without passing through the memory of the
 * page, under the name that the answer gives. A link does it: no policy has to let frames in for that, and a refusal replaces no page.
 */
export function fetchNatively(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
