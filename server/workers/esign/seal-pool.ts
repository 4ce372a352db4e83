import fs from 'node:fs/promises'
import path from 'node:path'
import type { LocalEncryptedFile, LocalSegment } from '../../platform/blob/sync-encrypted-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { newKey } from '../../platform/encryption/room-key.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { PdfProcess, type TaskLimits } from '../pdf/pdf-process.ts'
import { base64, type Question, type Reply } from '../pdf/protocol.ts'
import {
  type EncryptedOutcome,
  encryptedOutcome,
  prepareOutcomes,
  requiredSize,
} from '../pdf/writing/encrypted-outcome.ts'
import type { PoolLoad } from '../pool-load.ts'
import { checkSeal } from './check-seal.ts'
import { addProofs, type SealStrength, type Strengthening } from './proofs/add-proofs.ts'
import { type Sealed, type Sealing, type SignatureRequest, sealed, type Task } from './protocol.ts'

const PROGRAM = {
  file: path.join(PROJECT_ROOT, '.build/server/workers/esign/seal-program.js'),
  done: sealed,
}
const HEAP_MB = 1_024

export interface SealSigner extends Strengthening {
  readonly chain: readonly Uint8Array[]
  readonly keyType: SignatureRequest['keyType']
  sign(data: Uint8Array): Promise<Uint8Array>
}

export interface SealRequest extends Omit<Sealing, 'signature'> {
  readonly signature?: { readonly signer: SealSigner; readonly at: Date; readonly reason: string }
}

export interface SealedPdf extends Omit<EncryptedOutcome, 'segments'> {
  readonly segments: readonly [LocalSegment, ...LocalSegment[]]
  readonly pageCount: number
  readonly auditPages: number
  readonly isFlattened: boolean
  readonly strength: SealStrength | undefined
  readonly certificate: Uint8Array | undefined
}

export interface SealPool {
  /** Aborting ends running work. @throws PdfError, errors of the signer, or the signal's reason */
  seal(source: LocalEncryptedFile, request: SealRequest, signal: AbortSignal): Promise<SealedPdf>
  load(): PoolLoad
  /** Work fails with CLOSED. */
  close(): Promise<void>
}

export interface SealPoolOptions {
  readonly folder: string
  readonly deadlineMs: number
  readonly heapMb?: number
}

/** @throws Error if the program is not compiled */
export async function createSealPool(options: SealPoolOptions): Promise<SealPool> {
  await prepareOutcomes(PROGRAM, options.folder)
  return new OneAtATime(options)
}

class OneAtATime implements SealPool {
  readonly #folder: string
  readonly #limits: TaskLimits
  readonly #closed = new AbortController()
  #last: Promise<unknown> = Promise.resolve()
  #open = 0
  readonly #ended = { done: 0, failed: 0 }

  constructor({ folder, deadlineMs, heapMb = HEAP_MB }: SealPoolOptions) {
    this.#folder = folder
    this.#limits = { deadlineMs, heapMb }
  }

  seal(source: LocalEncryptedFile, request: SealRequest, signal: AbortSignal): Promise<SealedPdf> {
    const until = AbortSignal.any([signal, this.#closed.signal])
    const before = this.#last
    const done = before.then(() => this.#seal(source, request, until))
    this.#last = this.#counted(done, until)
    return done
  }

  load(): PoolLoad {
    const busy = Math.min(1, this.#open)
    return { size: 1, busy, waiting: this.#open - busy, replaced: 0, ...this.#ended }
  }

  async #counted(work: Promise<unknown>, until: AbortSignal): Promise<void> {
    this.#open += 1
    try {
      await work
      this.#ended.done += 1
    } catch {
      if (!until.aborted) this.#ended.failed += 1
    } finally {
      this.#open -= 1
    }
  }

  async close(): Promise<void> {
    this.#closed.abort(new PdfError('CLOSED'))
    await this.#last
  }

  async #seal(
    source: LocalEncryptedFile,
    { signature, ...sealing }: SealRequest,
    signal: AbortSignal,
  ): Promise<SealedPdf> {
    signal.throwIfAborted()
    requiredSize(source)
    const answers = signature && answersOf(signature.signer)
    const made = await this.#write(
      source,
      signature ? { ...sealing, signature: asked(signature) } : sealing,
      signal,
      answers?.reply,
    )
    if (!signature || !answers) return { ...made, strength: undefined, certificate: undefined }
    return this.#strengthen(made, signature.signer, answers.token, signal)
  }

  async #write(
    source: LocalEncryptedFile,
    sealing: Sealing,
    signal: AbortSignal,
    reply: ((question: Question) => Promise<Reply>) | undefined,
  ) {
    const worker = new PdfProcess<Task, Sealed>(PROGRAM, this.#limits)
    try {
      return await encryptedOutcome(this.#folder, 'sealing', source, (ends) =>
        worker.run({ ...ends, sealing }, signal, reply),
      )
    } finally {
      worker.end()
    }
  }

  async #strengthen(
    {
      discard: discardSigned,
      ...made
    }: Omit<SealedPdf, 'segments' | 'strength' | 'certificate'> & EncryptedOutcome,
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
      const { strength, added } = await addProofs(
        { end, context: made.context, target },
        signer,
        token(),
        signal,
      )
      const segments: SealedPdf['segments'] = added ? [...made.segments, added] : made.segments
      return { ...made, segments, strength, certificate: signer.chain[0], discard }
    } catch (error) {
      await discard()
      throw error
    }
  }
}

const asked = ({
  signer,
  at,
  reason,
}: NonNullable<SealRequest['signature']>): SignatureRequest => ({
  chain: signer.chain.map(base64),
  keyType: signer.keyType,
  at: at.toISOString(),
  reason,
  hasTimeStamp: signer.timeStamp !== undefined,
})

/** One signature and one time stamp limit a compromised process. */
function answersOf({ sign, timeStamp }: SealSigner): {
  reply(question: Question): Promise<Reply>
  token(): Uint8Array | undefined
} {
  let token: Uint8Array | undefined
  const open = new Map<Question['wants'], (bytes: Uint8Array) => Promise<Uint8Array>>([
    ['signature', sign],
  ])
  if (timeStamp)
    open.set('time-stamp', async (digest) => {
      token = await timeStamp(digest)
      return token
    })
  return {
    async reply({ wants, of }) {
      const answer = open.get(wants)
      open.delete(wants)
      if (!answer)
        throw new PdfError('CRASHED', `a process asked for a ${wants} that it may not have`)
      return { bytes: base64(await answer(Buffer.from(of, 'base64'))) }
    },
    token: () => token,
  }
}
