import { formatMinute } from '../../contract/core/room-time.ts'
import { watermarkText } from '../../paper/watermark/layout.ts'
import type { ReaderMark } from '../workers/render/index.ts'
import type { Actor } from './actor.ts'

/** The mark of a reader at a moment, by the clock of the room. */
export function readerMark({ email, zone, watermarkStyle }: Pick<Actor, 'email' | 'zone' | 'watermarkStyle'>, now: Date): ReaderMark {
  return { text: watermarkText({ email, at: formatMinute(now, zone) }), style: watermarkStyle, reader: email }
}
