import { updateGroup } from '../../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Group, RootGrant } from '../../../../room/groups.ts'
import { useBusy } from '../../../../ui/state/busy.tsx'
import { useRefresh } from '../use-refresh.ts'
import { useUndoable } from '../use-undoable.ts'
import { changeOf, formerOf, type GroupDraft } from './group-draft.ts'
import { type LevelChange, useLevelChange } from './use-level-change.tsx'

const rootOf = (root: LevelChange['root'] | undefined) => (root ? { root } : {})

interface SeenGroup {
  readonly group: Group
  readonly draft: GroupDraft
}

export function useSaveGroup(roomId: number, group: Group, root: RootGrant) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const say = useUndoable(roomId)
  const refresh = useRefresh(roomId)
  const changeLevel = useLevelChange(roomId)

  /** `seen` is the group when it was opened. @returns whether nothing is left to save. @throws an error. */
  return async (seen: SeenGroup, draft: GroupDraft): Promise<boolean> => {
    const change = changeOf(seen.draft, draft)
    const isOther = draft.level !== seen.draft.level && draft.level !== root.level
    if (!isOther && Object.keys(change).length === 0) return true
    const former = formerOf(seen.group, change)
    const send = async () => {
      const level: Partial<LevelChange> | undefined = isOther
        ? await changeLevel(group, root, draft.level)
        : {}
      if (level)
        await block(
          api.call(updateGroup, {
            body: { id: group.id, roomId, ...change, ...rootOf(level.root), was: former },
          }),
        )
      return level
    }
    const level = await send().catch(async (error) => {
      await refresh()
      throw error
    })
    if (!level) return false
    await refresh()
    const back = { id: group.id, roomId, ...former, ...rootOf(level.back), was: change }
    say(t('groups.saved', { name: draft.name.trim() }), (undoing) =>
      undoing.call(updateGroup, { body: back }),
    )
    return true
  }
}
