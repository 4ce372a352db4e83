import { watermarkText } from '../../../paper/watermark/layout.ts'
import type { Actor } from '../../access/actor.ts'
import type { ReaderMark } from '../../workers/render/index.ts'

/** The mark of a reader at a moment, by the clock of the room. */
export function readerMark(actor: Pick<Actor, 'email' | 'zone'>, now: Date): ReaderMark {
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone: actor.zone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  return { text: watermarkText({ email: actor.email, at }), reader: actor.email }
}
