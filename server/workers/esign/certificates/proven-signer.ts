import { createHash, verify, X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import { ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs'

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

type Signed = 'inside' | { readonly sha256: Uint8Array }

/**
 * @param der contains one signer's message (RFC 5652) without trailing bytes
 * @throws Error if it is unreadable, of other content, or not by a contained certificate
 */
export function provenSigner(der: Uint8Array, signed: Signed): X509Certificate {
  const message = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(der)).content })
  const [signer, ...others] = message.signerInfos
  const hash = HASHES[signer?.digestAlgorithm.algorithmId ?? '']
  if (!signer?.signedAttrs || others.length > 0 || !hash)
    throw new Error('it is signed in no known way')
  const digest = signer.signedAttrs.attributes.find(({ type }) => type === MESSAGE_DIGEST)
    ?.values[0]
  if (
    !(digest instanceof OctetString) ||
    !Buffer.from(digest.getValue()).equals(digestOf(message, signed, hash))
  )
    throw new Error('something else was signed')
  const { sid } = signer
  if (!(sid instanceof IssuerAndSerialNumber)) throw new Error('it does not name its certificate')
  const found = (message.certificates ?? []).find(
    (one) =>
      'serialNumber' in one &&
      one.serialNumber.isEqual(sid.serialNumber) &&
      one.issuer.isEqual(sid.issuer),
  )
  if (!found) throw new Error('its certificate is missing')
  const certificate = new X509Certificate(Buffer.from(found.toSchema(false).toBER(false)))
  const isSigned = verify(
    hash,
    new Uint8Array(signer.signedAttrs.encodedValue),
    certificate.publicKey,
    signer.signature.valueBlock.valueHexView,
  )
  if (!isSigned) throw new Error('its signature is not by the key of its certificate')
  return certificate
}

function digestOf(message: SignedData, signed: Signed, hash: string): Buffer {
  if (signed !== 'inside') {
    if (hash !== 'sha256') throw new Error('it was signed by another digest')
    return Buffer.from(signed.sha256)
  }
  const content = message.encapContentInfo.eContent
  if (!content) throw new Error('it is empty')
  return createHash(hash).update(new Uint8Array(content.getValue())).digest()
}
