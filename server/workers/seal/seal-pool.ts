import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { LocalSealedFile, LocalSegment } from '../../platform/blob/sync-sealed-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { newKey } from '../../platform/crypto/room-key.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { PdfProcess, type TaskLimits } from '../pdf/pdf-process.ts'
import { base64, type Question, type Reply, taskSource } from '../pdf/protocol.ts'
import { checkSeal } from './check-seal.ts'
import { type Sealed, type Sealing, type SignatureRequest, sealed, type Task } from './protocol.ts'

const PROGRAM = { file: path.join(PROJECT_ROOT, '.build/server/workers/seal/seal-program.js'), done: sealed }
const HEAP_MB = 1_024
/** Documents up to this size are sealed: the largest that can be uploaded or made here. */
const MAX_BYTES = 320 * 2 ** 20

/** Signs for the server, and has what is signed stamped with the time. */
export interface SealSigner {
  /** DER, its own first. */
  readonly chain: readonly Uint8Array[]
  readonly keyType: SignatureRequest['keyType']
  sign(data: Uint8Array): Promise<Uint8Array>
  /** A time stamp token (RFC 3161) for a SHA-256; undefined where there is no authority. */
  readonly timeStamp: ((digest: Uint8Array) => Promise<Uint8Array>) | undefined
}

/** How something is sealed. */
export interface SealRequest extends Omit<Sealing, 'signature'> {
  /** Left out, nothing is signed. */
  readonly signature?: { readonly signer: SealSigner; readonly at: Date; readonly reason: string }
}

/** A sealed PDF: under a key that only this program has, in a file that is removed when it is discarded. */
export interface SealedPdf extends LocalSealedFile {
  readonly segments: readonly [LocalSegment]
  readonly pageCount: number
  /** How many of them are the audit. */
  readonly auditPages: number
  /** Whether annotations, filled forms for one, became part of its pages, or its layers were fixed. */
  readonly isFlattened: boolean
  discard(): Promise<void>
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
  await fs.access(PROGRAM.file).catch(() => {
    throw new Error(`${PROGRAM.file} is missing: run "npx tsc -b server" first`)
  })
  await fs.mkdir(options.folder, { recursive: true, mode: 0o700 })
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
    const size = source.segments.reduce((sum, segment) => sum + segment.size, 0)
    if (size > MAX_BYTES) throw new PdfError('TOO_LARGE', `${size} bytes`)
    const id = randomUUID()
    const target = { path: path.join(this.#folder, `sealing.${id}`), key: newKey() }
    const context = { room: source.context.room, file: id, fileVersion: 1, purpose: 'sealing' }
    const discard = (): Promise<void> => fs.rm(target.path, { force: true })
    const worker = new PdfProcess<Task, Sealed>(PROGRAM, this.#limits)
    try {
      await fs.writeFile(target.path, '', { mode: 0o600, flag: 'wx' })
      const task: Task = {
        source: taskSource(source),
        target: { path: target.path, key: base64(target.key), context },
        sealing: signature ? { ...sealing, signature: asked(signature) } : sealing,
      }
      const done = await worker.run(task, signal, signature && answersOf(signature.signer))
      const { size: sealedSize, ...told } = done
      const made = { segments: [{ ...target, size: sealedSize }] as const, context }
      if (signature) await checkSeal(made, signature.signer.chain)
      return { ...made, ...told, discard }
    } catch (error) {
      await discard()
      throw error
    } finally {
      worker.end()
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
function answersOf({ sign, timeStamp }: SealSigner): (question: Question) => Promise<Reply> {
  const open = new Map<Question['wants'], (bytes: Uint8Array) => Promise<Uint8Array>>([['signature', sign]])
  if (timeStamp) open.set('time-stamp', timeStamp)
  return async ({ wants, of }) => {
    const answer = open.get(wants)
    open.delete(wants)
    if (!answer) throw new PdfError('CRASHED', `a process asked for a ${wants} that it may not have`)
    return { bytes: base64(await answer(Buffer.from(of, 'base64'))) }
  }
}
