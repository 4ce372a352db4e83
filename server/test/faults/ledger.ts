import { type SentFile, sha256 } from '../harness/upload-stream.ts'
import type { WireAnswer } from '../harness/wire-client.ts'

/** Of an answer, what the ledger needs. */
export type Answered = Pick<WireAnswer, 'http'>

/** What stays so once the server has said it. */
export interface LedgerClaim {
  readonly what: string
  isSo(): Promise<boolean>
}

/** What the server has answered, which its state must bear out after a fault. */
export class Ledger {
  /** By path. Their uploads were acknowledged. */
  readonly files = new Map<string, SentFile>()
  /** Of each call whose answer was lost, all files may be there or none. */
  readonly uncertain: (readonly SentFile[])[] = []
  readonly kept: LedgerClaim[] = []
  /** Addresses that get exactly one mail. */
  readonly mailed = new Set<string>()
  /** A mail that is repeated after a kill has the same Message-ID. */
  repeatedMails = 0

  acknowledge(files: readonly SentFile[]): void {
    for (const file of files) this.files.set(file.path, file)
  }

  /** @param answer undefined if the connection broke. @returns whether it was acknowledged */
  note(files: readonly SentFile[], answer: Answered | undefined): boolean {
    const isAcknowledged = answer !== undefined && answer.http < 300
    if (isAcknowledged) this.acknowledge(files)
    // A refusal is an answer too: nothing of the call may be there.
    else if (answer === undefined || answer.http === 500 || answer.http === 503) this.uncertain.push(files)
    return isAcknowledged
  }
}

export const sentFile = (path: string, bytes: Uint8Array): SentFile => ({ path, size: bytes.length, sha256: sha256(bytes) })

/** @returns undefined if no whole answer came */
export const unlessBroken = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined)
