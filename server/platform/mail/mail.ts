import type { Sender } from './address.ts'
import type { MailContent } from './layout.ts'

export interface MailAttachment {
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly content: Buffer
}

export interface Mail {
  /** A single address as in `parseAddress`. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  readonly language: 'ko' | 'en'
  readonly attachments?: readonly MailAttachment[] | undefined
  /** Of which the text was made. It is laid out again in the brand of its room, and not sent. */
  readonly content?: MailContent | undefined
  /** Name of the sender, in place of that of the installation. */
  readonly sender?: string | undefined
  /** An address. */
  readonly replyTo?: string | undefined
}

export interface SendOptions {
  readonly from: Sender
  /** Left half of the Message-ID, equal for each attempt. */
  readonly messageId: string
  /** Not sent. For transports that store mails. */
  readonly roomId: number
  readonly signal?: AbortSignal
}

export interface MailTransport {
  /** `folder`: mail is not set up. */
  readonly kind: 'smtp' | 'folder'
  /** @returns the file, or undefined if sent. @throws MailRefused if no retry can help, MailFailure otherwise. */
  send(mail: Mail, options: SendOptions): Promise<string | undefined>
  /** Absent if nothing is stored. */
  readonly sweep?: () => Promise<number>
  readonly remove?: (file: string) => Promise<void>
  readonly removeRoom?: (roomId: number) => Promise<void>
  close(): Promise<void>
}

/** Contains no personal data. */
export type MailFailureReason = 'connection' | 'authentication' | 'deferred' | 'rejected' | 'unreadable' | 'unknown'

export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly reason: MailFailureReason

  constructor(reason: MailFailureReason, options?: ErrorOptions) {
    super(`mail not sent: ${reason}`, options)
    this.reason = reason
  }
}

/** No attempt can succeed. */
export class MailRefused extends MailFailure {
  override name = 'MailRefused'

  constructor(options?: ErrorOptions) {
    super('rejected', options)
  }
}
