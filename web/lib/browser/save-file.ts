import { systemClock } from './clock.ts'

/** The browser no longer needs the URL then. */
const KEPT_MS = 100

export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  systemClock.after(KEPT_MS, () => URL.revokeObjectURL(link.href))
}

export function saveFrom(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
