import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { id } from '../../core/schemas.ts'
import { item } from '../documents.ts'

export const chosen = operation({
  name: 'documents.chosen',
  method: 'POST',
  path: '/room/api/file/items',
  summary:
    'Lists items of any folders by their ids, in that order, as a list returns them. Items that the caller does not see are omitted.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({ roomId: id, ids: z.array(id).min(1).max(LIMITS.chosenPerCall) }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(item) },
})
