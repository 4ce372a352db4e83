import { afterWord } from './content-words.ts'

const SLASH = 0x2f
const ESCAPED = /#([0-9a-f]{2})/gi

/** Names have one character per byte. Extra ones are harmless, missed ones disappear. */
export function namesIn(bytes: Uint8Array): ReadonlySet<string> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const names = new Set<string>()
  for (let at = content.indexOf(SLASH); at !== -1; ) {
    const end = afterWord(content, at + 1)
    const name = content.toString('latin1', at + 1, end)
    names.add(name)
    if (name.includes('#'))
      names.add(
        name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      )
    at = content.indexOf(SLASH, end)
  }
  return names
}
