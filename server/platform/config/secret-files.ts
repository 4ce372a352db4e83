import fs from 'node:fs'

const SUFFIX = '_FILE'

type Environment = Readonly<Record<string, string | undefined>>

/** Faults contain paths, never contents. */
export function readSecretFiles(
  names: readonly string[],
  environment: Environment,
): { values: Map<string, string>; faults: string[] } {
  const values = new Map<string, string>()
  const faults: string[] = []
  for (const name of names) {
    const setting = `${name}${SUFFIX}`
    const file = names.includes(setting) ? environment[setting] : undefined
    // The setting's schema rejects relative paths.
    if (!file?.startsWith('/')) continue
    const value = firstLine(file)
    if (environment[name]) faults.push(`${setting}: set either this or ${name}`)
    else if (value === undefined) faults.push(`${setting}: ${file} cannot be read`)
    else if (value === '') faults.push(`${setting}: the first line of ${file} is empty`)
    else values.set(name, value)
  }
  return { values, faults }
}

function firstLine(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').split(/\r?\n/, 1)[0]
  } catch {
    return undefined
  }
}
