import { formatMinute } from '../../contract/core/room-time.ts'
import { watermarkText } from '../../paper/watermark/layout.ts'
import type { ReaderMark } from '../workers/render/index.ts'
import type { Actor } from './actor.ts'

/** The mark of a reader at a moment, by the clock of the room. */
export function readerMark(actor: Pick<Actor, 'email' | 'zone'>, now: Date): ReaderMark {
  return { text: watermarkText({ email: actor.email, at: formatMinute(now, actor.zone) }), reader: actor.email }
}
