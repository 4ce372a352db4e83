// CI covers all slices within a few landings.
import { at, filesUnder } from '../lib/project.mjs'

export const SLICES = 8

/** Both workers have ten minutes each. */
const MOST_SECONDS = 2 * 600

export const isSlow = (path) => /\.slow\.(test|spec)\.tsx?$/.test(path)

/** @throws Error without a slow test */
export function slowFiles() {
  const found = ['contract', 'paper', 'server', 'web', 'tools', 'e2e']
    .flatMap((folder) => filesUnder(at(folder)))
    .filter(isSlow)
  if (found.length === 0) throw new Error('no file ends in .slow.test.ts or .slow.spec.ts')
  return found
}

export function divide(files, seconds, slices = SLICES) {
  const timed = files.map((file) => ({ file, seconds: seconds[file] }))
  timed.sort((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file))
  const made = Array.from({ length: slices }, () => ({ files: [], seconds: 0 }))
  for (const { file, seconds: length } of timed) {
    const least = made.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    least.files.push(file)
    least.seconds += length
  }
  return made
}

export const sliceOf = (commit, slices = SLICES) =>
  (Number.parseInt(commit.slice(0, 8), 16) % slices) + 1

export function addTouched(slice, touched, seconds, most = MOST_SECONDS) {
  const more = touched
    .filter((file) => !slice.includes(file))
    .sort((a, b) => seconds[a] - seconds[b])
  let rest = most - slice.reduce((sum, file) => sum + seconds[file], 0)
  const taken = more.filter((file) => {
    rest -= seconds[file]
    return rest >= 0
  })
  return { taken, left: more.slice(taken.length) }
}
