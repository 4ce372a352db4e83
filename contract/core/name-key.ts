/** Names are stored, compared and searched in NFC: macOS sends decomposed Hangul. */
export function normaliseName(name: string): string {
  return name.normalize('NFC')
}

/** The form in which two names are the same. A final sigma is the same letter: lower case makes it depend on what follows. */
export function foldName(name: string): string {
  return normaliseName(name).toLowerCase().replaceAll('ς', 'σ')
}

/**
 * The key by which server and browser sort names: case folded, numbers by value ("2" before "10"), Hangul in its own order.
 * Runs of digits are prefixed by their length (one character, '0' + length up to 60), so plain code-point order does the rest.
 */
export function nameKey(name: string): string {
  return foldName(name).replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '')
    return `${String.fromCharCode(0x30 + Math.min(digits.length, 60))}${digits}`
  })
}
