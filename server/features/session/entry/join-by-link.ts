import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf } from '../../members/index.ts'
import { type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { takeLink } from './entry-links.store.ts'
import type { Visitor } from './visitor.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Mail scanners open links, so a mere visit must not call it. @throws Refusal TOO_MANY, LINK_REFUSED. */
export async function joinByLink(
  parts: SessionParts,
  token: string,
  visitor: Visitor,
): Promise<Entered> {
  const entered = await parts.throttle.guess('link', throttleSubject(visitor.address), async () => {
    if (!TOKEN.test(token)) return undefined
    try {
      return await openSession(parts, {
        visitor,
        refusal: 'LINK_REFUSED',
        by: 'link',
        pin: undefined,
        async admit(tx, at) {
          const memberId = await takeLink(tx, parts.secrets.digestOf('link', token), at)
          return memberId === undefined ? undefined : entrantOf(tx, memberId)
        },
      })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'LINK_REFUSED') return undefined
      throw error
    }
  })
  if (!entered) throw new Refusal('LINK_REFUSED')
  return entered
}
