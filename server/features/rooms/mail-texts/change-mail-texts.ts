import { mailTextFault } from '../../../../contract/core/mails/mail-text-fault.ts'
import { MAIL_TEXT_KINDS } from '../../../../contract/core/mails/mail-texts.ts'
import type { MailTexts } from '../../../../contract/features/rooms/mail-texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { BrandParts } from '../brand/brand.parts.ts'
import { findBrand } from '../brand/brand.read.ts'
import { lockTree } from '../change-content.ts'
import { isStandard, keepMailText, mailTextsOf } from './mail-texts.ts'

export type MailTextParts = Pick<
  BrandParts,
  'database' | 'encryptor' | 'activity' | 'bus' | 'confirm'
>

/** @throws Refusal of `mailTextFault` */
function requirePlain(texts: MailTexts, hasFirm: boolean): void {
  for (const kind of MAIL_TEXT_KINDS)
    for (const text of Object.values(texts[kind])) {
      const fault = mailTextFault(text, hasFirm)
      if (fault)
        throw new Refusal(fault.code, 'found' in fault ? { variables: { found: fault.found } } : {})
    }
}

/** @throws Refusal of `mailTextFault` */
export async function changeMailTexts(
  parts: MailTextParts,
  actor: Actor,
  texts: MailTexts,
): Promise<void> {
  const { database, encryptor, activity, bus, confirm } = parts
  await database.transaction(async (tx) => {
    const { roomId } = await confirm(tx, actor, 'room.configure')
    await lockTree(tx, roomId)
    // An older release would not rotate the texts' key.
    await relyOn(tx, RELEASE_RULES.mailTexts)
    const { firm } = await findBrand(tx, roomId)
    const before = await mailTextsOf(tx, encryptor, roomId)
    const changed = MAIL_TEXT_KINDS.filter(
      (kind) => texts[kind].ko !== before[kind].ko || texts[kind].en !== before[kind].en,
    )
    if (changed.length === 0) return
    requirePlain(texts, firm !== '')
    for (const kind of changed) await keepMailText(tx, encryptor, { roomId, kind }, texts[kind])
    await activity.record(tx, actor, 'room.mail-texts', {
      own: changed.filter((kind) => !isStandard(texts[kind])),
      standard: changed.filter((kind) => isStandard(texts[kind])),
    })
    await bus.publish(tx, { room: roomId, kind: 'room' })
  })
}
