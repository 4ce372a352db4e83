import type { Sender } from './address.ts'
import type { MailContent } from './layout.ts'

export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

export interface Mail {
  /** This is a single address as in `parseAddress`. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  readonly language: 'ko' | 'en'
  readonly attachments?: readonly MailAttachment[] | undefined
  /** This is the source of the text. It is laid out again in the brand of its room, and is not sent. */
  readonly content?: MailContent | undefined
  /** This sender name replaces that of the installation. */
  readonly sender?: string | undefined
  readonly replyTo?: string | undefined
}

export interface SendOptions {
  readonly from: Sender
  /** The left half of the Message-ID is the same for each attempt. */
  readonly messageId: string
  /** Transports that store mails use this; it is not sent. */
  readonly roomId: number
  readonly signal?: AbortSignal
}

export interface MailTransport {
  /** `folder` means that mail is not set up. */
  readonly kind: 'smtp' | 'folder'
  /** @returns the file, or undefined if sent. @throws MailRefused if no retry can help, MailFailure otherwise. */
  send(mail: Mail, options: SendOptions): Promise<string | undefined>
  /** The method is absent if the transport stores nothing. */
  readonly sweep?: () => Promise<number>
  readonly remove?: (file: string) => Promise<void>
  readonly removeRoom?: (roomId: number) => Promise<void>
  close(): Promise<void>
}

/** A reason contains no personal data. */
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
