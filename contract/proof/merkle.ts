/** RFC 6962, section 2.1 (RFC 9162, section 2.1), defines the tree. */

/** WebCrypto is asynchronous, while Node is synchronous. */
export type Digest = (data: Uint8Array) => Promise<Uint8Array> | Uint8Array

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafInput = (data: Uint8Array): Uint8Array<ArrayBuffer> => joined(LEAF, data)

export const nodeInput = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined(NODE, left, right)

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

export const half = (value: number): number => Math.floor(value / 2)
export const isOdd = (value: number): boolean => value % 2 === 1

const TOGETHER = 1_024

/** RFC 9162, section 2.1.1, defines the root. */
export async function rootOfLeaves(
  digest: Digest,
  leaves: readonly Uint8Array[],
): Promise<Uint8Array> {
  let row = leaves
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < row.length; at += 2 * TOGETHER)
      above.push(...(await rowAbove(digest, row.slice(at, at + 2 * TOGETHER))))
    row = above
  }
  return row[0] ?? (await digest(new Uint8Array()))
}

const rowAbove = (digest: Digest, row: readonly Uint8Array[]): Promise<Uint8Array[]> =>
  Promise.all(
    row.flatMap((left, at) => {
      if (isOdd(at)) return []
      const right = row[at + 1]
      return right ? digest(nodeInput(left, right)) : left
    }),
  )

export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/** RFC 9162, section 2.1.4.2, describes this check. */
export async function isConsistent(
  digest: Digest,
  earlier: TreeHead,
  later: TreeHead,
  path: readonly Uint8Array[],
): Promise<boolean> {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return path.length === 0 && sameHash(earlier.root, later.root)
  if (earlier.size === 0) return path.length === 0
  let fn = earlier.size - 1
  let sn = later.size - 1
  while (isOdd(fn)) {
    fn = half(fn)
    sn = half(sn)
  }
  // The earlier tree is complete, so the proof begins with its root.
  const proof = fn === 0 ? [earlier.root, ...path] : path
  const [first, ...rest] = proof
  if (!first) return false
  let old = first
  let now = first
  for (const hash of rest) {
    if (sn === 0) return false
    if (isOdd(fn) || fn === sn) {
      old = await digest(nodeInput(hash, old))
      now = await digest(nodeInput(hash, now))
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else {
      now = await digest(nodeInput(now, hash))
    }
    fn = half(fn)
    sn = half(sn)
  }
  return sn === 0 && sameHash(old, earlier.root) && sameHash(now, later.root)
}
