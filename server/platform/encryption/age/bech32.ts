const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM = 6

function polymod(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of GENERATORS.entries())
      if ((top >>> bit) & 1) checksum ^= generator
  }
  return checksum >>> 0
}

const expanded = (prefix: string): number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

/** BIP 173 defines Bech32. */
export function bytesOfBech32(prefix: string, text: string): Buffer | undefined {
  if (!text.startsWith(`${prefix}1`)) return undefined
  const values = [...text.slice(prefix.length + 1)].map((letter) => LETTERS.indexOf(letter))
  if (
    values.length < CHECKSUM ||
    values.includes(-1) ||
    polymod([...expanded(prefix), ...values]) !== 1
  )
    return undefined
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const value of values.slice(0, -CHECKSUM)) {
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return bits < 5 && held === 0 ? Buffer.from(bytes) : undefined
}
