import { randomBytes, verify, X509Certificate } from 'node:crypto'
import fs from 'node:fs/promises'
import { BitString } from 'asn1js'
import { Certificate } from 'pkijs'
import { SigningError } from '../signing-error.ts'
import { described, type SealIdentity } from './identity.ts'

const LEAST_BITS = 2_048
const KEY_USAGE = '2.5.29.15'
/** RFC 5280, 4.2.1.3 requires digitalSignature or nonRepudiation. */
const SIGNS = 0b1100_0000

/** @throws SigningError CERTIFICATE if unreadable, weak, mismatched or not for signatures */
export async function p12Identity(file: string, password: string): Promise<SealIdentity> {
  const bytes = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SigningError('CERTIFICATE', `the file cannot be read: ${error.code}`)
  })
  const { openP12 } = await import('../../pdf/libpdf.ts')
  const opened = await openP12(bytes, password).catch(() => {
    throw new SigningError(
      'CERTIFICATE',
      'it cannot be opened: the password is another one, or it is no PKCS #12 file with a key',
    )
  })
  const chain = [opened.certificate, ...opened.certificateChain].map(
    (der) => new X509Certificate(der),
  )
  const sign = (data: Uint8Array): Promise<Uint8Array> =>
    opened.sign(new Uint8Array(data), 'SHA-256')
  const [own] = chain
  const wrong =
    own &&
    (unfit(own) ??
      ((await signsFor(own, sign)) ? undefined : 'the key is not that of the certificate'))
  if (wrong !== undefined) throw new SigningError('CERTIFICATE', wrong)
  return { ...described(chain), keyType: opened.keyType, sign }
}

function unfit({ publicKey, raw }: X509Certificate): string | undefined {
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? LEAST_BITS) < LEAST_BITS)
    return `its key has less than ${LEAST_BITS} bits`
  const usage = Certificate.fromBER(new Uint8Array(raw)).extensions?.find(
    ({ extnID }) => extnID === KEY_USAGE,
  )?.parsedValue
  const isForSigning =
    !(usage instanceof BitString) || ((usage.valueBlock.valueHexView[0] ?? 0) & SIGNS) !== 0
  return isForSigning ? undefined : 'its certificate is not for signatures'
}

async function signsFor(
  { publicKey }: X509Certificate,
  sign: (data: Uint8Array) => Promise<Uint8Array>,
): Promise<boolean> {
  const nonce = randomBytes(32)
  return verify('sha256', nonce, publicKey, await sign(nonce))
}
