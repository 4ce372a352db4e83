export function groupByPage<T>(
  all: readonly T[],
  pageOf: (one: T) => number,
): ReadonlyMap<number, readonly T[]> {
  const pages = new Map<number, T[]>()
  for (const one of all) {
    const page = pages.get(pageOf(one))
    if (page) page.push(one)
    else pages.set(pageOf(one), [one])
  }
  return pages
}
