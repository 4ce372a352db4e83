// Overfull folders are divided by what readers look for.
import { posix } from 'node:path'

const MOST_FILES = 25
const TEST = /\.test\.tsx?$/
/** Number or language finds these. */
const EXEMPT = /^server\/migrations$|^docs\/decisions$|^web\/locales(?:\/|$)/

/** @returns breaches as `{path, line, message}` */
export function checkFolders(files) {
  const counts = new Map()
  for (const path of files) {
    const folder = posix.dirname(path)
    if (!TEST.test(path) && !EXEMPT.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([path, count]) => ({
      path,
      line: 0,
      message: `a folder has at most ${MOST_FILES} files, not ${count}`,
    }))
}
