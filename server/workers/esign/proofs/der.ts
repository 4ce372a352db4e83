/** `from` and `to` bound the content (X.690). */
export interface DerValue {
  readonly tag: number
  readonly at: number
  readonly from: number
  readonly to: number
}

/** CRLs have too many values for tree parsers. @throws Error */
export function derAt(bytes: Uint8Array, at: number, end = bytes.length): DerValue {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || first === 0x80)
    throw new Error('it is no DER')
  const digits = first < 0x80 ? 0 : first & 0x7f
  let length = digits === 0 ? first : 0
  if (digits > 4) throw new Error('it is no DER')
  for (let place = 0; place < digits; place += 1)
    length = length * 256 + (bytes[at + 2 + place] ?? 0)
  const from = at + 2 + digits
  if (from + length > end) throw new Error('it is cut off')
  return { tag, at, from, to: from + length }
}

/** @throws Error if a part is malformed */
export function* derParts(bytes: Uint8Array, { from, to }: DerValue): Generator<DerValue> {
  for (let at = from; at < to; ) {
    const part = derAt(bytes, at, to)
    yield part
    at = part.to
  }
}
