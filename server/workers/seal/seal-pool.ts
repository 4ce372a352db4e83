import fs from 'node:fs/promises'
import path from 'node:path'
import type { LocalSealedFile, LocalSegment } from '../../platform/blob/sync-sealed-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { newKey } from '../../platform/crypto/room-key.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { PdfProcess, type TaskLimits } from '../pdf/pdf-process.ts'
import { base64, type Question, type Reply } from '../pdf/protocol.ts'
import { prepareOutcomes, requiredSize, type SealedOutcome, sealedOutcome } from '../pdf/sealed-outcome.ts'
import { checkSeal } from './check-seal.ts'
import { addProofs, type SealStrength, type Strengthening } from './proofs/add-proofs.ts'
import { type Sealed, type Sealing, type SignatureRequest, sealed, type Task } from './protocol.ts'

const PROGRAM = { file: path.join(PROJECT_ROOT, '.build/server/workers/seal/seal-program.js'), done: sealed }
const HEAP_MB = 1_024

/** Signs for the server, and has what is signed stamped with the time. */
export interface SealSigner extends Strengthening {
  /** DER, its own first. */
  readonly chain: readonly Uint8Array[]
  readonly keyType: SignatureRequest['keyType']
  sign(data: Uint8Array): Promise<Uint8Array>
}

/** How something is sealed. */
export interface SealRequest extends Omit<Sealing, 'signature'> {
  /** Left out, nothing is signed. */
  readonly signature?: { readonly signer: SealSigner; readonly at: Date; readonly reason: string }
}

/** A sealed PDF. */
export interface SealedPdf extends Omit<SealedOutcome, 'segments'> {
  /** What is signed, and what was appended to check it. */
  readonly segments: readonly [LocalSegment, ...LocalSegment[]]
  readonly pageCount: number
  /** How many of them are the audit. */
  readonly auditPages: number
  /** Whether annotations, filled forms for one, became part of its pages, or its layers were fixed. */
  readonly isFlattened: boolean
  /** Undefined where nothing was signed. */
  readonly strength: SealStrength | undefined
  /** The certificate, as DER, by whose key it was found to be sealed; undefined likewise. */
  readonly certificate: Uint8Array | undefined
}

/** Puts what was written on PDFs into them and signs them, each in a process of its own that no other document was in. */
export interface SealPool {
  /** Waits its turn. @throws PdfError, what the signer throws, or the signal's reason; what is under way is ended then. */
  seal(source: LocalSealedFile, request: SealRequest, signal: AbortSignal): Promise<SealedPdf>
  /** Ends all; whatever waits or runs fails with CLOSED. */
  close(): Promise<void>
}

export interface SealPoolOptions {
  /** Where sealed files lie until they are taken. */
  readonly folder: string
  /** Milliseconds that one document may take. */
  readonly deadlineMs: number
  /** MiB of objects that may be made of one document. */
  readonly heapMb?: number
}

/** Makes a pool. Throws where the program has not been compiled. */
export async function createSealPool(options: SealPoolOptions): Promise<SealPool> {
  await prepareOutcomes(PROGRAM, options.folder)
  return new OneAtATime(options)
}

class OneAtATime implements SealPool {
  readonly #folder: string
  readonly #limits: TaskLimits
  readonly #closed = new AbortController()
  /** Settles when the one before has ended. */
  #last: Promise<unknown> = Promise.resolve()

  constructor({ folder, deadlineMs, heapMb = HEAP_MB }: SealPoolOptions) {
    this.#folder = folder
    this.#limits = { deadlineMs, heapMb }
  }

  seal(source: LocalSealedFile, request: SealRequest, signal: AbortSignal): Promise<SealedPdf> {
    const until = AbortSignal.any([signal, this.#closed.signal])
    const before = this.#last
    const done = before.then(() => this.#seal(source, request, until))
    this.#last = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    this.#closed.abort(new PdfError('CLOSED'))
    await this.#last
  }

  async #seal(source: LocalSealedFile, { signature, ...sealing }: SealRequest, signal: AbortSignal): Promise<SealedPdf> {
    signal.throwIfAborted()
    requiredSize(source)
    const answers = signature && answersOf(signature.signer)
    const made = await this.#write(source, signature ? { ...sealing, signature: asked(signature) } : sealing, signal, answers?.reply)
    if (!signature || !answers) return { ...made, strength: undefined, certificate: undefined }
    return this.#strengthen(made, signature.signer, answers.token, signal)
  }

  async #write(
    source: LocalSealedFile,
    sealing: Sealing,
    signal: AbortSignal,
    reply: ((question: Question) => Promise<Reply>) | undefined,
  ) {
    const worker = new PdfProcess<Task, Sealed>(PROGRAM, this.#limits)
    try {
      return await sealedOutcome(this.#folder, 'sealing', source, (ends) => worker.run({ ...ends, sealing }, signal, reply))
    } finally {
      worker.end()
    }
  }

  /** Checks what was signed, and appends what makes more of it. */
  async #strengthen(
    { discard: discardSigned, ...made }: Omit<SealedPdf, 'segments' | 'strength' | 'certificate'> & SealedOutcome,
    signer: SealSigner,
    token: () => Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<SealedPdf> {
    const [{ path: signedPath }] = made.segments
    const target = { path: `${signedPath}.proofs`, key: newKey() }
    const discard = async (): Promise<void> => {
      await discardSigned()
      await fs.rm(target.path, { force: true })
    }
    try {
      const end = await checkSeal(made, signer.chain)
      const { strength, added } = await addProofs({ end, context: made.context, target }, signer, token(), signal)
      const segments: SealedPdf['segments'] = added ? [...made.segments, added] : made.segments
      return { ...made, segments, strength, certificate: signer.chain[0], discard }
    } catch (error) {
      await discard()
      throw error
    }
  }
}

const asked = ({ signer, at, reason }: NonNullable<SealRequest['signature']>): SignatureRequest => ({
  chain: signer.chain.map(base64),
  keyType: signer.keyType,
  at: at.toISOString(),
  reason,
  hasTimeStamp: signer.timeStamp !== undefined,
})

/** Of each task one signature and one time stamp: a process that a document took over gets no more. */
function answersOf({ sign, timeStamp }: SealSigner): { reply(question: Question): Promise<Reply>; token(): Uint8Array | undefined } {
  let token: Uint8Array | undefined
  const open = new Map<Question['wants'], (bytes: Uint8Array) => Promise<Uint8Array>>([['signature', sign]])
  if (timeStamp)
    open.set('time-stamp', async (digest) => {
      token = await timeStamp(digest)
      return token
    })
  return {
    async reply({ wants, of }) {
      const answer = open.get(wants)
      open.delete(wants)
      if (!answer) throw new PdfError('CRASHED', `a process asked for a ${wants} that it may not have`)
      return { bytes: base64(await answer(Buffer.from(of, 'base64'))) }
    },
    token: () => token,
  }
}
