import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Bytes } from '../../platform/http/mount.ts'

export interface Requested {
  readonly headers: Readonly<IncomingHttpHeaders>
  readonly signal: AbortSignal
  /** The ticket was used before, so only the rest of its bytes may be fetched. */
  readonly continues?: boolean
}

export interface Delivery extends Bytes {
  readonly body: Readable
}
