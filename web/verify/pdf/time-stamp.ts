import { OctetString } from 'asn1js'
import { type Certificate, ExtKeyUsage, type SignedData, TSTInfo } from 'pkijs'
import { sameHash } from '../../../contract/proof/merkle.ts'
import { BadMessage, CONTENT, digestOf, hashNameOf, proveMessage } from './signed-message.ts'

/** Trust cannot be checked offline. */
export interface ProvenTime {
  readonly at: Date
  readonly certificate: Certificate
}

const KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

const isForTimeStamps = ({ extensions = [] }: Certificate): boolean =>
  extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === KEY_USAGE &&
      parsedValue instanceof ExtKeyUsage &&
      parsedValue.keyPurposes.includes(TIME_STAMPING),
  )

/** Verifies an RFC 3161, 2.4.2 token. Its key must be for time stamps and valid then. @throws BadMessage */
export async function proveTime(
  token: SignedData,
  stamped: Uint8Array<ArrayBuffer>,
): Promise<ProvenTime> {
  const content = token.encapContentInfo.eContent
  if (!(content instanceof OctetString)) throw new BadMessage('unreadable')
  const der = new Uint8Array(content.getValue())
  const { certificate } = await proveMessage(token, der, {
    contentType: CONTENT.timeStamp,
    namesCertificate: false,
  })
  const info = readInfo(der)
  const hash = hashNameOf(info.messageImprint.hashAlgorithm.algorithmId)
  const imprint = new Uint8Array(info.messageImprint.hashedMessage.getValue())
  if (!sameHash(imprint, await digestOf(hash, stamped))) throw new BadMessage('altered')
  const at = info.genTime
  const isValid = certificate.notBefore.value <= at && at <= certificate.notAfter.value
  if (!isForTimeStamps(certificate) || !isValid) throw new BadMessage('certificate')
  return { at, certificate }
}

function readInfo(der: Uint8Array<ArrayBuffer>): TSTInfo {
  try {
    return TSTInfo.fromBER(der)
  } catch {
    throw new BadMessage('unreadable')
  }
}
