import { type Digest, half, isOdd, nodeInput, sameHash, type TreeHead } from './merkle.ts'

/** So many nodes are remembered, a few megabytes of them; then all are forgotten and found again. */
const REMEMBERED = 65_536

/**
 * Checks inclusion proofs of one tree, one after the other (RFC 9162, 2.1.3.2). Neighbours share most of their proofs: what one has shown to
 * be in the tree the next ones compare and do not hash again, so that a list of all entries costs about one hash for each.
 */
export class InclusionCheck {
  readonly #digest: Digest
  readonly #head: TreeHead
  /** Nodes that are in the tree, by level and index. Of each of them those above it, and the neighbours of those, are here, too. */
  readonly #shown = new Map<string, Uint8Array>()

  constructor(digest: Digest, head: TreeHead) {
    this.#digest = digest
    this.#head = head
  }

  /** Whether the leaf is in the tree at this index. Every hash of the path must be right, and none too many. */
  async holds({ leaf, index, path }: { leaf: Uint8Array; index: number; path: readonly Uint8Array[] }): Promise<boolean> {
    if (!(index >= 0 && index < this.#head.size)) return false
    if (this.#shown.size > REMEMBERED) this.#shown.clear()
    const found: [place: string, hash: Uint8Array][] = []
    let [fn, sn, level] = [index, this.#head.size - 1, 0]
    let node = leaf
    let isShown = false
    for (const sibling of path) {
      if (sn === 0) return false
      // A node without a neighbour goes up as it is.
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
