import { X509Certificate } from 'node:crypto'
import fs from 'node:fs/promises'
import { described, type SealIdentity } from './identity.ts'
import { SigningError } from './signing-error.ts'

/**
 * A certificate that somebody else vouches for, with its key, from a file of PKCS #12.
 * @throws SigningError CERTIFICATE where it cannot be read or opened.
 */
export async function p12Identity(file: string, password: string): Promise<SealIdentity> {
  const bytes = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SigningError('CERTIFICATE', `the file cannot be read: ${error.code}`)
  })
  // Few servers have one: the library is large.
  const { openP12 } = await import('../pdf/libpdf.ts')
  const opened = await openP12(bytes, password).catch(() => {
    throw new SigningError('CERTIFICATE', 'it cannot be opened: the password is another one, or it is no PKCS #12 file with a key')
  })
  const chain = [opened.certificate, ...opened.certificateChain].map((der) => new X509Certificate(der))
  return { ...described(chain), keyType: opened.keyType, sign: (data) => opened.sign(new Uint8Array(data), 'SHA-256') }
}
