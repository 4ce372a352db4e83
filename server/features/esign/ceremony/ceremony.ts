import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { state } from '../../../../contract/features/signing.ts'
import { presentBox } from '../drafting/templates.present.ts'
import { templateTexts } from '../encrypted-values.ts'
import { documentOf } from '../requests/notify-people.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { findOwn, findOwnBoxes } from './hold-own.ts'
import type { Signer } from './signer-guard.ts'

type Ceremony = PayloadIn<typeof state>

/** The answer reveals nothing about other signers. */
export async function presentCeremony(
  { encryptor, database: { db } }: Pick<SigningParts, 'database' | 'encryptor'>,
  signer: Signer,
): Promise<Ceremony> {
  const { roomId, templateId, phase } = signer
  const { template, person } = await findOwn(db, signer)
  const { room, sender } = await documentOf(db, template)
  const { notice, annotations, labels } = await templateTexts.decrypt(
    encryptor,
    { db, roomId },
    templateId,
    template.sealed,
  )
  const { name, status, pages } = template
  return {
    ...{
      name,
      roomName: room.name,
      zone: room.zone,
      sender: { name: sender.name, email: sender.email },
      notice,
      status,
    },
    participant: {
      id: person.id,
      name: person.name,
      email: person.email,
      type: person.type,
      status: person.status,
    },
    pageCount: pages.length,
    pages,
    boxes: (await findOwnBoxes(db, signer)).map((box) => ({
      ...presentBox(box, pages, labels),
      isFilled: box.sealed !== null,
    })),
    annotations,
    expiresAt: person.expires_at?.toISOString() ?? null,
    doneAt: person.done_at?.toISOString() ?? null,
    waterMark: template.water_mark,
    isFrozen: phase !== 'open',
    isSealed: status === 'COMPLETED' && template.result_id !== null,
  }
}
