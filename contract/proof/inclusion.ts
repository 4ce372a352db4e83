import { type Digest, half, isOdd, nodeInput, sameHash, type TreeHead } from './merkle.ts'

/** A full cache takes a few megabytes and is cleared. */
const REMEMBERED = 65_536

/** RFC 9162, section 2.1.3.2, defines the check. */
export class InclusionCheck {
  readonly #digest: Digest
  readonly #head: TreeHead
  /** The keys are level and index. */
  readonly #shown = new Map<string, Uint8Array>()

  constructor(digest: Digest, head: TreeHead) {
    this.#digest = digest
    this.#head = head
  }

  async holds({
    leaf,
    index,
    path,
  }: {
    leaf: Uint8Array
    index: number
    path: readonly Uint8Array[]
  }): Promise<boolean> {
    if (!(index >= 0 && index < this.#head.size)) return false
    if (this.#shown.size > REMEMBERED) this.#shown.clear()
    const found: [place: string, hash: Uint8Array][] = []
    let [fn, sn, level] = [index, this.#head.size - 1, 0]
    let node = leaf
    let isShown = false
    for (const sibling of path) {
      if (sn === 0) return false
      // A node without a neighbour moves up unchanged.
      while (fn === sn && !isOdd(fn)) [fn, sn, level] = [half(fn), half(sn), level + 1]
      const beside = `${level}/${isOdd(fn) ? fn - 1 : fn + 1}`
      if (!isShown) {
        const known = this.#shown.get(`${level}/${fn}`)
        if (known && !sameHash(known, node)) return false
        isShown = known !== undefined
      }
      if (isShown) {
        const known = this.#shown.get(beside)
        if (!known || !sameHash(known, sibling)) return false
      } else {
        found.push([`${level}/${fn}`, node], [beside, sibling])
        node = await this.#digest(isOdd(fn) ? nodeInput(sibling, node) : nodeInput(node, sibling))
      }
      ;[fn, sn, level] = [half(fn), half(sn), level + 1]
    }
    if (sn !== 0 || !(isShown || sameHash(node, this.#head.root))) return false
    for (const [place, hash] of found) this.#shown.set(place, hash)
    return true
  }
}
