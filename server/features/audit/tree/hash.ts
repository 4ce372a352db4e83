import { leafInput, nodeInput } from '../../../../contract/proof/merkle.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'

export const HASH_SIZE = 32

export const hashLeaf = (data: Uint8Array): Buffer => sha256(leafInput(data))

/** Nodes have a fixed size. */
const node = nodeInput(new Uint8Array(HASH_SIZE), new Uint8Array(HASH_SIZE))

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, node.length - 2 * HASH_SIZE)
  node.set(right, node.length - HASH_SIZE)
  return sha256(node)
}

/** RFC 6962, 2.1 defines the empty tree's root. */
export const EMPTY_ROOT = sha256(new Uint8Array())
