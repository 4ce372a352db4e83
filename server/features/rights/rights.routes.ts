import * as contract from '../../../contract/features/groups/rights.ts'
import * as matrix from '../../../contract/features/groups/rights-matrix.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { changeGroup } from './change-group.ts'
import { createGroup, dateOf, listGroups, moveMembers, removeGroup } from './manage-groups.ts'
import { exportMatrix } from './matrix/export-matrix.ts'
import { importMatrix } from './matrix/import-matrix.ts'
import { listRows } from './matrix/list-rows.ts'
import { previewGrants } from './preview-grants.ts'
import { listGrants, reachOf, whoSees } from './read-grants.ts'
import type { RightsParts } from './rights.parts.ts'
import { setGrants } from './set-grants.ts'

export const rightsOperations = [
  contract.groups,
  contract.createGroup,
  contract.updateGroup,
  contract.moveMembers,
  contract.removeGroup,
  contract.grants,
  contract.grant,
  contract.preview,
  contract.effective,
  contract.reach,
  matrix.rows,
  matrix.exportMatrix,
  matrix.importMatrix,
] as const

export function rightsHandlers(parts: RightsParts): Handlers<typeof rightsOperations, Actor> {
  return {
    'rights.groups': async ({ actor }) => ok(await listGroups(parts, actor)),
    'rights.createGroup': async ({ actor, body }) =>
      ok({ id: await createGroup(parts, actor, body) }),
    'rights.updateGroup': async ({ actor, body }) => {
      await changeGroup(parts, actor, body)
      return DONE
    },
    'rights.moveMembers': async ({ actor, body }) => {
      const skipped = await moveMembers(parts, actor, body)
      return body.was ? ok({ skipped }) : ok(null)
    },
    'rights.removeGroup': async ({ actor, body }) => {
      await removeGroup(parts, actor, body)
      return DONE
    },
    'rights.grants': ({ actor, query }) => listGrants(parts, actor, query),
    'rights.grant': async ({ actor, body }) => {
      await setGrants(parts, actor, body.changes)
      return DONE
    },
    'rights.preview': async ({ actor, body }) =>
      ok({ effects: await previewGrants(parts, actor, body.changes) }),
    'rights.effective': async ({ actor, query }) => ok(await whoSees(parts, actor, query.itemId)),
    'rights.reach': ({ actor, body }) => reachOf(parts, actor, body),
    'rights.rows': ({ actor, body }) => listRows(parts, actor, body),
    'rights.exportMatrix': async ({ actor, query: { at }, language, signal }) => ({
      type: matrix.SPREADSHEET,
      body: await exportMatrix(parts, actor, { at: dateOf(at) ?? undefined, language, signal }),
    }),
    'rights.importMatrix': async ({ actor, request, signal }) =>
      ok(await importMatrix(parts, actor, request, signal)),
  }
}
