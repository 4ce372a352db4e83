/** macOS sends Hangul in decomposed form, so names are composed. */
export function normaliseName(name: string): string {
  return name.normalize('NFC')
}

/** Folds equal names to equal text. A lower-case sigma depends on the next letter, so both forms fold to one. */
export function foldName(name: string): string {
  return normaliseName(name).toLowerCase().replaceAll('ς', 'σ')
}

/** Returns a key that sorts in code-point order but compares numbers by value ("2" before "10"). */
export function nameKey(name: string): string {
  return foldName(name).replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '')
    return `${String.fromCharCode(0x30 + Math.min(digits.length, 60))}${digits}`
  })
}
