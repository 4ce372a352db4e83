import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const TOKEN_BYTES = 24
/** 24 bytes in base64url. */
const SCHEME = /^Signer ([A-Za-z0-9_-]{32})$/i

/** A token as it is mailed, and what is stored of it. */
interface SignerToken {
  readonly token: string
  /** SHA-256 of its text. */
  readonly digest: Buffer
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Draws the token of a link to sign: 192 random bits. */
export function drawSignerToken(): SignerToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, digest: digestOf(token) }
}

/** The digest of the token that a request shows; undefined where it shows none. */
export function shownDigest({ headers }: Pick<FastifyRequest, 'headers'>): Buffer | undefined {
  const token = SCHEME.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : digestOf(token)
}

/** The address that is mailed; what stands behind the `#` browsers send to nobody. */
export const signerLink = (publicUrl: string, token: string): string => `${publicUrl}/sign#${token}`
