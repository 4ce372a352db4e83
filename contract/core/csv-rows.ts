/** Excel writes the list separator of the system. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/).filter((line) => line.trim() !== '')
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** Follows RFC 4180 and keeps formulas as text. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  const append = (added: string) => {
    const row = rows.at(-1) ?? []
    row.push((row.pop() ?? '') + added)
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const isCellEmpty = (rows.at(-1)?.at(-1) ?? '') === ''
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      append('"')
      at += 1
    } else if (isQuoted ? character === '"' : character === '"' && isCellEmpty) isQuoted = !isQuoted
    else if (isQuoted) append(character)
    else if (character === separator) rows.at(-1)?.push('')
    else if (character === '\r' || character === '\n') {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      rows.push([''])
    } else append(character)
  }
  return rows
}

export const csvRows = (text: string): string[][] => rowsOf(text, separatorOf(text))
