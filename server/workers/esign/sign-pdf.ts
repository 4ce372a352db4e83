import { loadPdf } from '../pdf/libpdf.ts'
import type { Ask } from '../pdf/serve-tasks.ts'
import { type SignatureRequest, TIME_STAMP_BYTES } from './protocol.ts'

const OWN_BYTES = 4_096

/** Signs as PAdES B-B, or B-T with a time stamp. The process has neither key nor network. */
export async function signPdf(
  bytes: Uint8Array,
  { chain, keyType, at, reason, hasTimeStamp }: SignatureRequest,
  ask: Ask,
): Promise<Uint8Array> {
  const [certificate = new Uint8Array(), ...certificateChain] = chain.map(
    (one) => new Uint8Array(Buffer.from(one, 'base64')),
  )
  const answered = async (
    wants: 'signature' | 'time-stamp',
    of: Uint8Array,
  ): Promise<Uint8Array> => {
    const { bytes: reported } = await ask({ wants, of: Buffer.from(of).toString('base64') })
    return new Uint8Array(Buffer.from(reported, 'base64'))
  }
  const certificates = [certificate, ...certificateChain].reduce((sum, one) => sum + one.length, 0)
  const document = await loadPdf(bytes)
  const { bytes: signed } = await document.sign({
    signer: {
      certificate,
      certificateChain,
      keyType,
      signatureAlgorithm: keyType === 'EC' ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
      sign: (data) => answered('signature', data),
    },
    digestAlgorithm: 'SHA-256',
    reason,
    signingTime: new Date(at),
    level: hasTimeStamp ? 'B-T' : 'B-B',
    estimatedSize: certificates + OWN_BYTES + (hasTimeStamp ? TIME_STAMP_BYTES : 0),
    ...(hasTimeStamp
      ? {
          timestampAuthority: { timestamp: (digest: Uint8Array) => answered('time-stamp', digest) },
        }
      : {}),
  })
  return signed
}
