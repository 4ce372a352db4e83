/** The Damm check digit distinguishes a typing error from a guess (H. M. Damm, "Total anti-symmetrische Quasigruppen", 2004). */
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

export function dammDigit(digits: string): string {
  let interim = 0
  for (const digit of digits) interim = Number(DAMM[interim]?.[Number(digit)])
  return String(interim)
}

export function parsePin(text: string): string | undefined {
  const match = PIN_SHAPE.exec(text)
  if (!match) return undefined
  const digits = `${match[1]}${match[2]}${match[3]}`
  return dammDigit(digits.slice(0, 15)) === digits[15] ? digits : undefined
}

export function formatPin(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5, 16)]
    .filter((part) => part !== '')
    .join('-')
}
