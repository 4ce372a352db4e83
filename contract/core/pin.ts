/**
 * A PIN is 16 digits shown as 3-2-11, the last a Damm check digit: a mistyped PIN is told apart from a wrong guess.
 * Table: H. M. Damm, "Total anti-symmetrische Quasigruppen" (2004), the order-10 quasigroup in common use.
 */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

const PIN_SHAPE = /^(\d{3})-?(\d{2})-?(\d{11})$/

/** The check digit of a string of digits. */
export function dammDigit(digits: string): string {
  let interim = 0
  for (const digit of digits) interim = Number(DAMM[interim]?.[Number(digit)])
  return String(interim)
}

/** The 16 digits of a PIN written with or without hyphens, or undefined when the shape or the check digit is wrong. */
export function parsePin(text: string): string | undefined {
  const match = PIN_SHAPE.exec(text)
  if (!match) return undefined
  const digits = `${match[1]}${match[2]}${match[3]}`
  return dammDigit(digits.slice(0, 15)) === digits[15] ? digits : undefined
}

/** Shows digits as 3-2-11; an unfinished PIN is hyphenated as far as it goes. */
export function formatPin(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 16)].filter((part) => part !== '').join('-')
}
