/** Rarer reports than the viewer's still keep documents open. */
const REPORT_SECONDS = 240

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

export async function readDocument(wire, clock, itemId, pages) {
  await wire.alive()
  const lease = await wire.open(itemId)
  const read = pages.filter(([page]) => page <= lease.pageCount)
  await Promise.all(read.map(([page]) => wire.page(lease, page)))
  const parts = partsOf(read)
  for (const [index, part] of parts.entries()) {
    // The reported time is not cut.
    await clock.read(secondsOf(part) + 1)
    await wire.report(lease, part, index === parts.length - 1)
  }
}
