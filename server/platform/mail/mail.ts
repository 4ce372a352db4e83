import type { Sender } from './address.ts'

/** A file that travels with a mail. */
export interface MailAttachment {
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly content: Buffer
}

/** One mail to one person. */
export interface Mail {
  /** A single address, as `parseAddress` takes it. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  readonly language: 'ko' | 'en'
  readonly attachments?: readonly MailAttachment[] | undefined
}

/** What a transport adds to a mail. */
export interface SendOptions {
  readonly from: Sender
  /** Left half of the Message-ID; the same for each attempt, so that receivers recognise a repetition. */
  readonly messageId: string
  /** Whose mail it is, for a transport that keeps mails; nobody is told. */
  readonly roomId: number
  /** Gives the sending up. */
  readonly signal?: AbortSignal
}

/** A way out for mails. */
export interface MailTransport {
  /** `folder`: mail is not set up, which operators are told. */
  readonly kind: 'smtp' | 'folder'
  /**
   * @returns the file that the mail has become, or undefined where it was sent.
   * @throws MailRefused when no retry can help, MailFailure otherwise.
   */
  send(mail: Mail, options: SendOptions): Promise<string | undefined>
  /** Removes what is kept longer than it may be; absent where nothing is kept. */
  readonly sweep?: () => Promise<number>
  /** Removes one file that `send` has made; absent where nothing is kept. */
  readonly remove?: (file: string) => Promise<void>
  /** Removes what is kept of a room; absent where nothing is kept. */
  readonly removeRoom?: (roomId: number) => Promise<void>
  close(): Promise<void>
}

/** Why a mail did not go out, in words that name nobody. */
export type MailFailureReason = 'connection' | 'authentication' | 'deferred' | 'rejected' | 'unreadable' | 'unknown'

/** The mail did not go out this time. */
export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly reason: MailFailureReason

  constructor(reason: MailFailureReason, options?: ErrorOptions) {
    super(`mail not sent: ${reason}`, options)
    this.reason = reason
  }
}

/** The mail will never go out: the receiving side refuses it, or its address is none. */
export class MailRefused extends MailFailure {
  override name = 'MailRefused'

  constructor(options?: ErrorOptions) {
    super('rejected', options)
  }
}
