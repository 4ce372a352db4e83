import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { state } from '../../../../contract/features/signing.ts'
import { type Rect, referenceFromDisplayed, type Size } from '../../../../paper/space/page-space.ts'
import { templateTexts } from '../sealed-values.ts'
import type { BoxRow } from '../templates.read.ts'
import { findOwn, findOwnBoxes } from './hold-own.ts'
import type { Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { documentOf } from './tell-people.ts'

type Ceremony = PayloadIn<typeof state>

/** The ceremony of one signer: of the other people and of their boxes it says nothing. */
export async function presentCeremony({ sealer, database: { db } }: SigningParts, signer: Signer): Promise<Ceremony> {
  const { roomId, templateId } = signer
  const { template, person } = await findOwn(db, signer)
  const { room, sender } = await documentOf(db, template)
  const { notice, annotations } = await templateTexts.open(sealer, { db, roomId }, templateId, template.sealed)
  const { name, status, pages } = template
  return {
    ...{ name, roomName: room.name, sender: { name: sender.name, email: sender.email }, notice, status },
    participant: { name: person.name, email: person.email, type: person.type, status: person.status },
    pageCount: pages.length,
    pages,
    boxes: (await findOwnBoxes(db, signer)).map((box) => presentBox(box, pages)),
    annotations,
    expiresAt: person.expires_at?.toISOString() ?? null,
    doneAt: person.done_at?.toISOString() ?? null,
    isSealed: status === 'COMPLETED' && template.result_id !== null,
  }
}

const presentBox = ({ key, type, page, required, sealed, ...rect }: BoxRow, pages: readonly Size[]): Ceremony['boxes'][number] => {
  const { x, y, w, h } = onReference(rect, pages[page])
  return { id: key, typeName: type, page, scaledX: x, scaledY: y, scaledW: w, scaledH: h, required, isFilled: sealed !== null }
}

function onReference(rect: Rect, page: Size | undefined): Rect {
  if (!page) throw new Error('a box lies on no page')
  return referenceFromDisplayed(rect, page)
}
