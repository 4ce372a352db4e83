import fs from 'node:fs'

const FLAGS = /^flags:\s+(\d+)$/m
/** O_CLOEXEC of Linux, as proc(5) shows it. */
const CLOSES_AT_EXEC = 0o2000000
const FIRST_AFTER_STDIO = 3

/**
 * Closes the files that whoever started this process left open in it, before it opens any of its own: they are not meant for it, and the
 * programs that it starts would inherit them in turn. What Node and its packages open is not inherited. Does nothing where there is no
 * `/proc`.
 */
export function closeInheritedFiles(): void {
  for (const descriptor of inheritableFiles()) fs.closeSync(descriptor)
}

/** The open files beside the standard ones that a program started from here would get. */
export function inheritableFiles(pid: number | 'self' = 'self'): number[] {
  const folder = `/proc/${pid}/fdinfo`
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST_AFTER_STDIO && isInheritable(`${folder}/${descriptor}`))
}

function isInheritable(info: string): boolean {
  try {
    const flags = FLAGS.exec(fs.readFileSync(info, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_AT_EXEC) === 0
  } catch {
    // It was closed meanwhile, as the one with which the folder was read.
    return false
  }
}
