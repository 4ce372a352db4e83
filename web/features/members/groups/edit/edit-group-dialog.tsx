import { useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Group, RootGrant } from '../../../../room/groups.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { ColorField, LevelField } from '../choice-fields.tsx'
import { type DraftProblem, draftOf, type GroupDraft, problemIn } from './group-draft.ts'
import { NameField, NetworksField, PeriodField } from './group-fields.tsx'
import { useSaveGroup } from './use-save-group.ts'

interface EditGroupDialogProps {
  readonly roomId: number
  readonly group: Group
  readonly root: RootGrant
  readonly onClose: () => void
}

export function EditGroupDialog({ roomId, group, root, onClose }: EditGroupDialogProps) {
  const { t } = useTranslation()
  const save = useSaveGroup(roomId, group, root)
  const form = useRef<HTMLDivElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const [seen] = useState(() => ({ group, draft: draftOf(group, root) }))
  const [draft, setDraft] = useState(seen.draft)
  const [problem, setProblem] = useState<DraftProblem>()
  const change = (changed: Partial<GroupDraft>) => {
    setProblem(undefined)
    setDraft((before) => ({ ...before, ...changed }))
  }
  const submit = async () => {
    const found = problemIn(draft, t)
    setProblem(found)
    if (found) form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus()
    else if (await save(seen, draft)) onClose()
    return undefined
  }
  const field = { draft, problem, onChange: change }
  return (
    <FormDialog
      title={t('groups.editOf', { name: group.name })}
      className="group-form"
      submit={t('groups.save')}
      initialFocus={nameField}
      onSubmit={submit}
      onClose={onClose}
    >
      <div ref={form} className="group-parts">
        <NameField {...field} inputRef={nameField} />
        <ColorField color={draft.color} onColor={(color) => change({ color })} />
        <LevelField level={draft.level} onLevel={(level) => change({ level })} />
        <PeriodField {...field} />
        <NetworksField {...field} />
      </div>
    </FormDialog>
  )
}
