/** macOS sends decomposed Hangul. */
export function normaliseName(name: string): string {
  return name.normalize('NFC')
}

/** Equal names fold equally. The lower case of sigma depends on the next letter. */
export function foldName(name: string): string {
  return normaliseName(name).toLowerCase().replaceAll('ς', 'σ')
}

/** Sorts in code-point order, but numbers by value ("2" before "10"). */
export function nameKey(name: string): string {
  return foldName(name).replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '')
    return `${String.fromCharCode(0x30 + Math.min(digits.length, 60))}${digits}`
  })
}
