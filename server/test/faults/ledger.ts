import { type SentFile, sha256 } from '../harness/upload-stream.ts'
import type { WireAnswer } from '../harness/wire-client.ts'

/** Of an answer, what the ledger needs. */
export type Answered = Pick<WireAnswer, 'http'>

export interface LedgerClaim {
  readonly what: string
  isSo(): Promise<boolean>
}

/** Records the server's answers, which its state must match after a fault. */
export class Ledger {
  readonly files = new Map<string, SentFile>()
  /** The files of calls whose answer was lost. Of each call, all files or none may exist. */
  readonly uncertain: (readonly SentFile[])[] = []
  readonly kept: LedgerClaim[] = []
  readonly mailed = new Set<string>()
  /** A mail that is repeated after a kill has the same Message-ID. */
  repeatedMails = 0

  acknowledge(files: readonly SentFile[]): void {
    for (const file of files) this.files.set(file.path, file)
  }

  /** @param answer undefined if the connection broke. @returns whether the upload was acknowledged */
  note(files: readonly SentFile[], answer: Answered | undefined): boolean {
    const isAcknowledged = answer !== undefined && answer.http < 300
    if (isAcknowledged) this.acknowledge(files)
    // A refusal is an answer too: nothing of the call may exist.
    else if (answer === undefined || answer.http === 500 || answer.http === 503) this.uncertain.push(files)
    return isAcknowledged
  }
}

export const sentFile = (path: string, bytes: Uint8Array): SentFile => ({ path, size: bytes.length, sha256: sha256(bytes) })

/** @returns undefined if no complete answer arrived */
export const unlessBroken = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined)
