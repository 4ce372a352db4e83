/** Longer names say nothing more about who writes, and leave room for a message of their own. */
const LONGEST = 60

/** Keeps mail programs from making links of addresses that stand in a name. It is invisible and stays in the text of mails. */
const BREAK = '\u200c'

/**
 * A name that somebody has chosen, as it may stand in the middle of a sentence of a mail: one line, bounded, without quotes that would end
 * those around it, and without anything that mail programs turn into a link.
 */
export function nameInMail(name: string): string {
  const line = name.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').replaceAll("'", '’').replaceAll('"', '”').trim()
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
