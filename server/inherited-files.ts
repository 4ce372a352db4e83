import fs from 'node:fs'

const FLAGS = /^flags:\s+(\d+)$/m
/** The Linux flag O_CLOEXEC, as in proc(5). */
const CLOSES_AT_EXEC = 0o2000000
const FIRST_AFTER_STDIO = 3

/** Child programs would inherit them too. This precedes opening any file. Does nothing without `/proc`. */
export function closeInheritedFiles(): void {
  for (const descriptor of inheritableFiles()) fs.closeSync(descriptor)
}

export function inheritableFiles(pid: number | 'self' = 'self'): number[] {
  const folder = `/proc/${pid}/fdinfo`
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .map(Number)
    .filter(
      (descriptor) => descriptor >= FIRST_AFTER_STDIO && isInheritable(`${folder}/${descriptor}`),
    )
}

function isInheritable(info: string): boolean {
  try {
    const flags = FLAGS.exec(fs.readFileSync(info, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_AT_EXEC) === 0
  } catch {
    return false
  }
}
