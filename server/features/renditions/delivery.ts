import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Bytes } from '../../platform/http/mount.ts'

/** The request for a download. */
export interface Requested {
  readonly headers: Readonly<IncomingHttpHeaders>
  readonly signal: AbortSignal
  /** It goes on with a download that has begun, for which there is only the rest of an original. */
  readonly continues?: boolean
}

/** Bytes that are made while they are sent. */
export interface Delivery extends Bytes {
  readonly body: Readable
}
