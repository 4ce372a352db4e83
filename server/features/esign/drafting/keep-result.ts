import type { z } from 'zod'
import type { Language } from '../../../../contract/core/language.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import type { keep } from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isUsableName, storeMadeFile } from '../../documents/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { findTemplate } from './templates.read.ts'

/** @throws Refusal NOT_FOUND, COMPOSE_NOT_SEALED, NAME_UNUSABLE, NO_SPACE. */
export async function keepResult(
  parts: Pick<EsignParts, 'database' | 'files' | 'documents' | 'activity'>,
  actor: Actor,
  { templateId, parent }: z.output<(typeof keep)['body']>,
  language: Language,
): Promise<PayloadIn<typeof keep>> {
  const { db } = parts.database
  const row = await findTemplate(db, actor.roomId, templateId)
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.result_id === null) throw new Refusal('COMPOSE_NOT_SEALED')
  const wanted = sealedNameOf(row.name, language)
  if (!isUsableName(wanted)) throw new Refusal('NAME_UNUSABLE')
  const { reader, size } = await parts.files.open(db, actor.roomId, row.result_id)
  const space = await parts.documents.incoming.hold(db, actor.roomId, size)
  try {
    const file = { parent, name: wanted, ext: 'pdf', content: reader.stream() } as const
    const { id, name } = await storeMadeFile(parts.documents, actor, file, (tx, item) =>
      parts.activity.record(tx, actor, 'compose.kept', {
        templateId,
        name: row.name,
        itemId: item.id,
      }),
    )
    return { id, name }
  } finally {
    space.release()
  }
}
