import { leafInput, nodeInput } from '../../../../contract/proof/merkle.ts'
import { sha256 } from '../../../platform/crypto/proof-means.ts'

export const HASH_SIZE = 32

/** The hash of an entry's bytes as the tree holds it. */
export const hashLeaf = (data: Uint8Array): Buffer => sha256(leafInput(data))

/** What is hashed to a node has one size, so that one place in memory serves all. */
const node = nodeInput(new Uint8Array(HASH_SIZE), new Uint8Array(HASH_SIZE))

/** The hash of the node above two others. */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, node.length - 2 * HASH_SIZE)
  node.set(right, node.length - HASH_SIZE)
  return sha256(node)
}

/** The root of no entries (RFC 6962, 2.1). */
export const EMPTY_ROOT = sha256(new Uint8Array())
