import { X509Certificate } from 'node:crypto'
import { provenSigner } from '../certificates/proven-signer.ts'
import { fetchAnswer } from '../fetch-answer.ts'
import { SigningError } from '../signing-error.ts'
import { certificatesIn, checkAddresses } from './certificate-facts.ts'
import { completeChain, named } from './complete-chain.ts'
import { crlVerdict } from './crl.ts'
import { NoProof } from './no-proof.ts'
import { ocspRequest, ocspVerdict } from './ocsp.ts'
import type { RevocationVerdict } from './verdict.ts'

const WITHIN_MS = 5_000
const ALL_WITHIN_MS = 20_000
/** The limit applies to each response and to their sum. */
const MAX_BYTES = 10 * 2 ** 20

export interface Proofs {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

export interface ProofsOptions {
  readonly chain: readonly Uint8Array[]
  readonly token: Uint8Array
  readonly privateHosts: ReadonlySet<string>
  readonly now: Date
  readonly signal: AbortSignal
}

/** @throws NoProof if data is missing, SigningError REVOKED or TIME_STAMP, or the signal's reason */
export async function gatherProofs({
  chain,
  token,
  privateHosts,
  now,
  signal,
}: ProofsOptions): Promise<Proofs> {
  const all = AbortSignal.any([signal, AbortSignal.timeout(ALL_WITHIN_MS)])
  const asking = (address: string, query?: Uint8Array): Promise<Buffer> =>
    fetchAnswer(address, {
      ...(query ? { query: { bytes: query, type: 'application/ocsp-request' } } : {}),
      maxBytes: MAX_BYTES,
      signal: AbortSignal.any([all, AbortSignal.timeout(WITHIN_MS)]),
      mayBePrivate: privateHosts.has(new URL(address).hostname),
    })
  const fetched = new Map<string, Promise<Buffer>>()
  const ask: Ask = (address, query) => {
    if (query) return asking(address, query)
    const known = fetched.get(address) ?? asking(address)
    fetched.set(address, known)
    return known
  }
  const [own, ...above] = chain.map((der) => new X509Certificate(der))
  if (!own) throw new SigningError('CERTIFICATE', 'there is no certificate')
  const outcomes = await Promise.allSettled([
    proveChain({ own, known: above, failure: 'REVOKED' }, ask, now),
    proveChain(
      { own: provenSigner(token, 'inside'), known: certificatesIn(token), failure: 'TIME_STAMP' },
      ask,
      now,
    ),
  ])
  signal.throwIfAborted()
  const faults: unknown[] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  const worst = faults.find((fault) => fault instanceof SigningError) ?? faults[0]
  if (worst !== undefined)
    throw worst instanceof SigningError || worst instanceof NoProof
      ? worst
      : new NoProof('UNUSABLE', `a certificate cannot be read: ${String(worst)}`)
  return together(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
  )
}

type Ask = (address: string, query?: Uint8Array) => Promise<Buffer>

interface Chain {
  readonly own: X509Certificate
  readonly known: readonly X509Certificate[]
  readonly failure: 'REVOKED' | 'TIME_STAMP'
}

async function proveChain({ own, known, failure }: Chain, ask: Ask, now: Date): Promise<Proofs> {
  const chain = await completeChain(own, known, ask)
  const proofs: Proofs[] = [{ certificates: chain.map(({ raw }) => raw), ocsps: [], crls: [] }]
  for (const [index, certificate] of chain.slice(0, -1).entries()) {
    const issuer = chain[index + 1]
    if (issuer) proofs.push(await proveOne({ certificate, issuer, failure }, ask, now))
  }
  return together(proofs)
}

interface Question extends Pick<Chain, 'failure'> {
  readonly certificate: X509Certificate
  readonly issuer: X509Certificate
}

async function proveOne(
  { certificate, issuer, failure }: Question,
  ask: Ask,
  now: Date,
): Promise<Proofs> {
  const { ocsp, crl } = checkAddresses(certificate)
  const question = { certificate, issuer }
  const ways = [
    ...ocsp.map((address) => ({
      address,
      kind: 'ocsps' as const,
      fetch: () => ask(address, ocspRequest(question)),
      read: (bytes: Buffer) => ocspVerdict(bytes, question, now),
    })),
    ...crl.map((address) => ({
      address,
      kind: 'crls' as const,
      fetch: () => ask(address),
      read: (bytes: Buffer) => crlVerdict(bytes, { ...question, addresses: crl, now }),
    })),
  ]
  const faults: string[] = []
  let wasAnswered = false
  for (const { address, kind, fetch, read } of ways) {
    let verdict: RevocationVerdict
    let bytes: Buffer | undefined
    try {
      bytes = await fetch()
      verdict = read(bytes)
    } catch (error) {
      wasAnswered ||= bytes !== undefined
      faults.push(`${address}: ${error instanceof Error ? error.message : String(error)}`)
      continue
    }
    if (verdict.isRevoked)
      throw new SigningError(
        failure,
        `${named(certificate)} was revoked on ${verdict.at.toISOString()}: ${verdict.reason ?? 'no reason is told'}`,
      )
    return { certificates: [], ocsps: [], crls: [], [kind]: [bytes] }
  }
  if (ways.length === 0)
    throw new NoProof('UNNAMED', `${named(certificate)} does not say where it can be checked`)
  throw new NoProof(
    wasAnswered ? 'UNUSABLE' : 'UNANSWERED',
    `${named(certificate)} cannot be checked: ${faults.join('; ')}`,
  )
}

/** @throws NoProof */
function together(all: readonly Proofs[]): Proofs {
  const once = (kind: keyof Proofs): Uint8Array[] => {
    const seen = new Map(
      all.flatMap((proofs) =>
        proofs[kind].map((der) => [Buffer.from(der).toString('latin1'), der]),
      ),
    )
    return [...seen.values()]
  }
  const proofs = { certificates: once('certificates'), ocsps: once('ocsps'), crls: once('crls') }
  const size = Object.values(proofs).reduce(
    (sum, ders) => sum + ders.reduce((bytes, der) => bytes + der.length, 0),
    0,
  )
  if (size > MAX_BYTES) throw new NoProof('UNUSABLE', `all proofs together have ${size} bytes`)
  return proofs
}
