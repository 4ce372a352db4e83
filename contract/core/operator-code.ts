export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE_SHAPE = /^([0-9A-HJKMNP-TV-Z]{2})-?([0-9A-HJKMNP-TV-Z]{5})-?([0-9A-HJKMNP-TV-Z]{2})$/

/** Accepts only upper case and maps no look-alike letters. */
export function parseOperatorCode(text: string): string | undefined {
  const match = CODE_SHAPE.exec(text)
  return match ? `${match[1]}${match[2]}${match[3]}` : undefined
}

export function formatOperatorCode(code: string): string {
  return `${code.slice(0, 2)}-${code.slice(2, 7)}-${code.slice(7, 9)}`
}
