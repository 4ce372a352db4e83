import { leafInput, nodeInput } from '../../../../contract/proof/merkle.ts'
import { sha256 } from '../../../platform/crypto/proof-means.ts'

export const HASH_SIZE = 32

/** The hash of an entry's bytes as the tree holds it. */
export const hashLeaf = (data: Uint8Array): Buffer => sha256(leafInput(data))

/** The hash of the node above two others. */
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeInput(left, right))

/** The root of no entries (RFC 6962, 2.1). */
export const EMPTY_ROOT = sha256(new Uint8Array())
