import { systemClock } from './clock.ts'

/** A browser takes hold of the file when the link is clicked; the address is of no use to anybody after that. */
const KEPT_MS = 100

/** Has the browser keep a file that the page holds, among its downloads and under the file's own name. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  systemClock.after(KEPT_MS, () => URL.revokeObjectURL(link.href))
}

/** Has the browser keep a file of the server that needs no session, under the name that the server gives it. */
export function saveFrom(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
