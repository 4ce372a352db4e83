import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { linkOutside } from '../../../platform/mail/mail-links.ts'

const TOKEN_BYTES = 24
/** The token has 24 bytes. */
const SCHEME = /^Signer ([A-Za-z0-9_-]{32})$/i

interface SignerToken {
  readonly token: string
  /** The digest is SHA-256 of the token text. */
  readonly digest: Buffer
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export function drawSignerToken(): SignerToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, digest: digestOf(token) }
}

export function shownDigest({ headers }: Pick<FastifyRequest, 'headers'>): Buffer | undefined {
  const token = SCHEME.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : digestOf(token)
}

/** Browsers never send the part after `#`. */
export const signerLink = (publicUrl: string, token: string): string =>
  linkOutside(publicUrl, `/sign#${token}`)
