/** This is FNV-1a. */
const seedOf = (text) =>
  [...Buffer.from(text)].reduce(
    (hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0,
    0x811c9dc5,
  )

export function chance(seed) {
  let state = seedOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least, most) => least + Math.floor(next() * (most - least + 1))
  return { whole, pick: (list) => list[whole(0, list.length - 1)] }
}
