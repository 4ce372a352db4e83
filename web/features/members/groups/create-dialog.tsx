import { useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Level } from '../../../../contract/features/groups/levels.ts'
import { createGroup, removeGroup } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { ColorField, LevelField, PRESETS, type Preset, PresetField } from './choice-fields.tsx'
import { useRefresh } from './use-refresh.ts'
import { useUndoable } from './use-undoable.ts'

interface CreateDialogProps {
  readonly roomId: number
  readonly groups: readonly Group[]
  readonly onClose: () => void
}

const FIRST: Preset = 'readOnly'

export function CreateDialog({ roomId, groups, onClose }: CreateDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const say = useUndoable(roomId)
  const refresh = useRefresh(roomId)
  const nameField = useRef<HTMLInputElement>(null)
  const [preset, setPreset] = useState<Preset | undefined>(FIRST)
  const [name, setName] = useState('')
  const [color, setColor] = useState<Group['color']>(PRESETS[FIRST].color)
  const [level, setLevel] = useState<Level>(PRESETS[FIRST].level)
  const [kind, setKind] = useState<Group['kind']>(PRESETS[FIRST].kind)

  const choose = (next: Preset) => {
    const isUntouched =
      name === '' || (Object.keys(PRESETS) as Preset[]).some((each) => t(`groups.${each}`) === name)
    if (isUntouched) setName(t(`groups.${next}`))
    setPreset(next)
    setColor(PRESETS[next].color)
    setLevel(PRESETS[next].level)
    setKind(PRESETS[next].kind)
  }
  const submit = async () => {
    const typed = name.trim()
    if (typed === '') return t('groups.nameRequired')
    const { id } = await block(
      api.call(createGroup, { body: { roomId, name: typed, color, level, kind } }),
    )
    await refresh()
    const into = groups.find(({ isDefault }) => isDefault)?.id ?? 0
    say(t('groups.created', { name: typed }), (undoing) =>
      undoing.call(removeGroup, { body: { id, roomId, into, onlyNew: true } }),
    )
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('groups.create')}
      className="group-form"
      submit={t('groups.create')}
      initialFocus={nameField}
      onSubmit={submit}
      onClose={onClose}
    >
      {(field) => (
        <>
          <PresetField preset={preset} onPreset={choose} />
          <label className="meta">
            {t('groups.name')}
            <input
              {...field}
              ref={nameField}
              className="field"
              required
              autoComplete="off"
              placeholder={t('groups.nameHint')}
              maxLength={LIMITS.groupNameLength}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <ColorField color={color} onColor={setColor} />
          <LevelField
            level={level}
            onLevel={(next) => {
              setLevel(next)
              if (preset !== undefined && PRESETS[preset].level !== next) setPreset(undefined)
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
