import { type SentFile, sha256 } from '../harness/upload-stream.ts'
import type { WireAnswer } from '../harness/wire-client.ts'

export type Answered = Pick<WireAnswer, 'http'>

export interface LedgerEntry {
  readonly what: string
  isSo(): Promise<boolean>
}

export class Ledger {
  readonly files = new Map<string, SentFile>()
  /** Lost answers leave all files or none. */
  readonly uncertain: (readonly SentFile[])[] = []
  readonly kept: LedgerEntry[] = []
  readonly mailed = new Set<string>()
  /** A mail repeated after a kill has the same Message-ID. */
  repeatedMails = 0

  acknowledge(files: readonly SentFile[]): void {
    for (const file of files) this.files.set(file.path, file)
  }

  /** @param answer undefined if the connection broke. @returns whether the upload was acknowledged */
  note(files: readonly SentFile[], answer: Answered | undefined): boolean {
    const isAcknowledged = answer !== undefined && answer.http < 300
    if (isAcknowledged) this.acknowledge(files)
    else if (answer === undefined || answer.http === 500 || answer.http === 503)
      this.uncertain.push(files)
    return isAcknowledged
  }
}

export const sentFile = (path: string, bytes: Uint8Array): SentFile => ({
  path,
  size: bytes.length,
  sha256: sha256(bytes),
})

export const unlessBroken = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch(() => undefined)
