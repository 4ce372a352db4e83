import * as contract from '../../../contract/features/disclosure.ts'
import type { Actor } from '../../access/actor.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import type { DisclosureParts } from './disclosure.parts.ts'
import { exportIndex } from './index-export/export-index.ts'

export const disclosureOperations = [contract.exportIndex] as const

export function disclosureHandlers(parts: DisclosureParts): Handlers<typeof disclosureOperations, Actor> {
  return {
    'disclosure.index': ({ actor, query, language }) => exportIndex(parts, actor, query, language),
  }
}
