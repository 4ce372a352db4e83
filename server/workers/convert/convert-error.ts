import { WorkerError } from '../worker-error.ts'

/**
 * Why a document became no PDF.
 * - `LOCKED`: it asks for a password
 * - `BROKEN`: the converter cannot read it
 * - `TOO_LARGE`: it, or what would become of it, is larger than is converted here
 * - `TIMEOUT`: it took longer than the deadline
 * - `CRASHED`: its converter died over it
 * - `NO_CONVERTER`: this machine lacks the converter of its type, or a cage to run it in
 */
export type ConvertFailure = 'LOCKED' | 'BROKEN' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'NO_CONVERTER'

/** A document of which no PDF was made. The message is for the log, never for people. */
export class ConvertError extends WorkerError<ConvertFailure> {
  override readonly name = 'ConvertError'
}
