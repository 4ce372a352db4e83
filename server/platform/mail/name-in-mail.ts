/** Longer names could carry a message. */
const LONGEST = 60

/** It keeps mail programs from linking addresses in a name. */
const BREAK = '\u200c'

export function nameInMail(name: string): string {
  const line = name
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
    .replaceAll("'", '’')
    .replaceAll('"', '”')
    .trim()
  const characters = [...line]
  const bounded =
    characters.length <= LONGEST
      ? line
      : `${characters
          .slice(0, LONGEST - 1)
          .join('')
          .trimEnd()}…`
  return bounded.replace(/([.:/@])(?=\S)/g, `$1${BREAK}`)
}
