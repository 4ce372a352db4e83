import type { Sender } from './address.ts'
import type { MailContent } from './layout.ts'

export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  readonly language: 'ko' | 'en'
  readonly attachments?: readonly MailAttachment[] | undefined
  /** The room's brand is laid out from this. */
  readonly content?: MailContent | undefined
  /** This replaces the installation's sender name. */
  readonly sender?: string | undefined
  readonly replyTo?: string | undefined
}

export interface SendOptions {
  readonly from: Sender
  /** Each attempt has the same left half. */
  readonly messageId: string
  readonly roomId: number
  readonly signal?: AbortSignal
}

export interface MailTransport {
  readonly kind: 'smtp' | 'folder'
  /** @returns the file, or undefined if sent. @throws MailRefused if no retry helps, MailFailure otherwise. */
  send(mail: Mail, options: SendOptions): Promise<string | undefined>
  readonly sweep?: () => Promise<number>
  readonly remove?: (file: string) => Promise<void>
  readonly removeRoom?: (roomId: number) => Promise<void>
  close(): Promise<void>
}

/** A reason contains no personal data. */
export type MailFailureReason =
  | 'connection'
  | 'authentication'
  | 'deferred'
  | 'rejected'
  | 'unreadable'
  | 'unknown'

export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly reason: MailFailureReason

  constructor(reason: MailFailureReason, options?: ErrorOptions) {
    super(`mail not sent: ${reason}`, options)
    this.reason = reason
  }
}

/** No retry helps. */
export class MailRefused extends MailFailure {
  override name = 'MailRefused'

  constructor(options?: ErrorOptions) {
    super('rejected', options)
  }
}
