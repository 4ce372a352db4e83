/** macOS sends decomposed Hangul. */
export function normalizeName(name: string): string {
  return name.normalize('NFC')
}

/** A lower-case sigma depends on the next letter, so both forms fold to one. */
export function foldName(name: string): string {
  return normalizeName(name).toLowerCase().replaceAll('ς', 'σ')
}

/** Sorts by code points but compares numbers by value. */
export function nameKey(name: string): string {
  return foldName(name).replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '')
    return `${String.fromCharCode(0x30 + Math.min(digits.length, 60))}${digits}`
  })
}
