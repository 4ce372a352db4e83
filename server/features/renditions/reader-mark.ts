import { watermarkText } from '../../../paper/watermark/layout.ts'
import type { Actor } from '../../access/actor.ts'

/** What the mark of a reader says at a moment, by the clock of the room. */
export function readerMark(actor: Pick<Actor, 'email' | 'zone'>, now: Date): string {
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone: actor.zone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  return watermarkText({ email: actor.email, at })
}
