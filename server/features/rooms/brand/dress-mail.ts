import type { Queryable } from '../../../platform/db/database.ts'
import type { MailDress } from '../../../platform/mail/layout.ts'
import { findBrand } from './brand.read.ts'

/** How the mails of a room look. Undefined where they look as those of the product. */
export async function dressOf(db: Queryable, roomId: number): Promise<MailDress | undefined> {
  const { firm, accent, accentDark, sender, replyTo, footer } = await findBrand(db, roomId)
  if (!firm && accent === null && accentDark === null && !sender && !replyTo && !footer) return undefined
  return { firm, accent, accentDark, sender, replyTo, footer }
}
