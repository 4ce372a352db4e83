/** The viewer tells about once a minute; here fewer reports say the same, often enough that no document is closed meanwhile. */
const REPORT_SECONDS = 240

/** The pages in parts that are reported together. */
function partsOf(pages) {
  const parts = []
  let seconds = 0
  for (const read of pages) {
    if (parts.length === 0 || seconds + read[1] > REPORT_SECONDS) {
      parts.push([])
      seconds = 0
    }
    parts.at(-1).push(read)
    seconds += read[1]
  }
  return parts
}

const secondsOf = (pages) => pages.reduce((sum, [, seconds]) => sum + seconds, 0)

/** Reads a document as the viewer would: its pages are drawn, looked at for a while, and told of. `pages`: `[[page, seconds], …]`. */
export async function readDocument(wire, clock, itemId, pages) {
  await wire.alive()
  const lease = await wire.open(itemId)
  const read = pages.filter(([page]) => page <= lease.pageCount)
  await Promise.all(read.map(([page]) => wire.page(lease, page)))
  const parts = partsOf(read)
  for (const [index, part] of parts.entries()) {
    // A second more: nothing of the time that is told is cut off.
    await clock.read(secondsOf(part) + 1)
    await wire.report(lease, part, index === parts.length - 1)
  }
}
