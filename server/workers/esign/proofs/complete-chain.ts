import { X509Certificate } from 'node:crypto'
import { certificatesIn, checkAddresses, isIssuedBy, isSelfSigned } from './certificate-facts.ts'
import { NoProof } from './no-proof.ts'

const LENGTH_MAX = 8

/** @throws NoProof CHAIN if incomplete */
export async function completeChain(
  own: X509Certificate,
  known: readonly X509Certificate[],
  fetch: (address: string) => Promise<Buffer>,
): Promise<readonly X509Certificate[]> {
  const chain = [own]
  for (let last = own; !isSelfSigned(last); chain.push(last)) {
    if (chain.length === LENGTH_MAX)
      throw new NoProof('CHAIN', `more than ${LENGTH_MAX} certificates stand above ${named(own)}`)
    last = issuerAmong(last, known) ?? (await fetchIssuer(last, fetch))
  }
  return chain
}

function issuerAmong(
  certificate: X509Certificate,
  known: readonly X509Certificate[],
): X509Certificate | undefined {
  const fitting = known.filter((one) => one.ca && isIssuedBy(certificate, one))
  return fitting.find(isSelfSigned) ?? fitting[0]
}

async function fetchIssuer(
  certificate: X509Certificate,
  fetch: (address: string) => Promise<Buffer>,
): Promise<X509Certificate> {
  const faults: string[] = []
  for (const address of checkAddresses(certificate).issuers) {
    try {
      const found = issuerAmong(certificate, certificatesOf(await fetch(address)))
      if (found) return found
      faults.push(`${address}: it is another one`)
    } catch (error) {
      faults.push(`${address}: ${String(error)}`)
    }
  }
  const why = faults.length > 0 ? faults.join('; ') : 'it names no address of it'
  throw new NoProof('CHAIN', `the certificate above ${named(certificate)} is missing: ${why}`)
}

function certificatesOf(bytes: Buffer): readonly X509Certificate[] {
  try {
    return [new X509Certificate(bytes)]
  } catch {
    return certificatesIn(bytes)
  }
}

export const named = ({ subject, serialNumber }: X509Certificate): string =>
  `${subject.replaceAll('\n', ', ')} (${serialNumber})`
