import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Level } from '../../../../contract/features/groups/levels.ts'
import { updateGroup } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { fromOfDay, lastDayOf, untilOfDay } from '../../../room/access-period.ts'
import type { Group, RootGrant } from '../../../room/groups.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { ColorField, LevelField } from './choice-fields.tsx'
import { areTooMany, networksIn, wrongNetworks } from './networks.ts'
import { type LevelChange, useLevelChange } from './use-level-change.tsx'
import { useRefresh } from './use-refresh.ts'
import { useUndoable } from './use-undoable.ts'

interface EditGroupDialogProps {
  readonly roomId: number
  readonly group: Group
  readonly root: RootGrant
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly color: Group['color']
  readonly level: Level
  readonly from: string
  readonly until: string
  readonly networks: string
}

const draftOf = ({ name, color, from, until, networks }: Group, { level }: RootGrant): Draft => ({
  name,
  color,
  level,
  from: from === undefined ? '' : dayOf(from),
  until: until === undefined ? '' : lastDayOf(until),
  networks: networks.join('\n'),
})

type EditGroupField = 'name' | 'until' | 'networks'

/** An end in the middle of a day must survive. */
function changeOf(first: Draft, now: Draft) {
  return {
    ...(now.name.trim() === first.name ? {} : { name: now.name.trim() }),
    ...(now.color === first.color ? {} : { color: now.color }),
    ...(now.from === first.from ? {} : { from: fromOfDay(now.from) ?? null }),
    ...(now.until === first.until ? {} : { until: untilOfDay(now.until) ?? null }),
    ...(now.networks === first.networks ? {} : { networks: [...networksIn(now.networks)] }),
  }
}

const formerOf = ({ name, color, from, until, networks }: Group, change: ReturnType<typeof changeOf>) => ({
  ...('name' in change ? { name } : {}),
  ...('color' in change ? { color } : {}),
  ...('from' in change ? { from: from ?? null } : {}),
  ...('until' in change ? { until: until ?? null } : {}),
  ...('networks' in change ? { networks } : {}),
})

const rootOf = (root: LevelChange['root'] | undefined) => (root ? { root } : {})

export function EditGroupDialog({ roomId, group, root, onClose }: EditGroupDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const block = useBusy()
  const say = useUndoable(roomId)
  const refresh = useRefresh(roomId)
  const changeLevel = useLevelChange(roomId)
  const form = useRef<HTMLDivElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const [first] = useState(() => draftOf(group, root))
  const [draft, setDraft] = useState(first)
  const [original] = useState(group)
  const [wrong, setWrong] = useState<{ readonly field: EditGroupField; readonly text: string }>()
  const set = (change: Partial<Draft>) => {
    setWrong(undefined)
    setDraft((before) => ({ ...before, ...change }))
  }
  const problemOf = (): { readonly field: EditGroupField; readonly text: string } | undefined => {
    if (draft.name.trim() === '') return { field: 'name', text: t('groups.nameRequired') }
    if (draft.from !== '' && draft.until !== '' && draft.until < draft.from) return { field: 'until', text: t('groups.periodOrder') }
    const networks = networksIn(draft.networks)
    if (areTooMany(networks)) return { field: 'networks', text: t('groups.networksMost', { limit: LIMITS.networksPerGroup }) }
    const list = wrongNetworks(networks)
    return list.length > 0 ? { field: 'networks', text: t('groups.networksWrong', { list: list.join(', ') }) } : undefined
  }
  const submit = async () => {
    const problem = problemOf()
    setWrong(problem)
    form.current?.querySelector<HTMLElement>(`[name="${problem?.field}"]`)?.focus()
    if (problem) return undefined
    const change = changeOf(first, draft)
    const isOther = draft.level !== first.level && draft.level !== root.level
    if (!isOther && Object.keys(change).length === 0) {
      onClose()
      return undefined
    }
    const former = formerOf(original, change)
    let level: Partial<LevelChange> | undefined = {}
    try {
      if (isOther) level = await changeLevel(group, root, draft.level)
      if (!level) return undefined
      await block(api.call(updateGroup, { body: { id: group.id, roomId, ...change, ...rootOf(level.root), was: former } }))
    } finally {
      await refresh()
    }
    const back = { id: group.id, roomId, ...former, ...rootOf(level.back), was: change }
    say(t('groups.saved', { name: draft.name.trim() }), (undoing) => undoing.call(updateGroup, { body: back }))
    onClose()
    return undefined
  }
  const describing = (field: EditGroupField) => {
    const ids = [field !== 'name' && `${id}-${field}-help`, wrong?.field === field && `${id}-${field}`].filter((each) => each !== false)
    return ids.length > 0 ? ids.join(' ') : undefined
  }
  const described = (field: EditGroupField) => ({
    name: field,
    'aria-invalid': wrong?.field === field,
    'aria-describedby': describing(field),
  })
  const problem = (field: EditGroupField) =>
    wrong?.field === field && (
      <p id={`${id}-${field}`} className="problem" role="alert">
        {wrong.text}
      </p>
    )
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
        <div>
          <label className="meta">
            {t('groups.name')}
            <input
              {...described('name')}
              ref={nameField}
              className="field"
              required
              autoComplete="off"
              maxLength={LIMITS.groupNameLength}
              value={draft.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
          </label>
          {problem('name')}
        </div>
        <ColorField color={draft.color} onColor={(color) => set({ color })} />
        <LevelField level={draft.level} onLevel={(level) => set({ level })} />
        <fieldset className="group-field">
          <legend className="meta">{t('groups.period')}</legend>
          <p id={`${id}-until-help`} className="group-help">
            {t('groups.periodHelp')}
          </p>
          <div className="group-days">
            <label className="meta">
              {t('groups.from')}
              <input
                className="field numbers"
                type="date"
                value={draft.from}
                onChange={({ currentTarget }) => set({ from: currentTarget.value })}
              />
            </label>
            <label className="meta">
              {t('groups.until')}
              <input
                {...described('until')}
                className="field numbers"
                type="date"
                value={draft.until}
                onChange={({ currentTarget }) => set({ until: currentTarget.value })}
              />
            </label>
          </div>
          {problem('until')}
        </fieldset>
        <div>
          <label className="meta">
            {t('groups.networks')}
            <textarea
              {...described('networks')}
              className="field group-networks numbers"
              rows={3}
              spellCheck={false}
              value={draft.networks}
              onChange={({ currentTarget }) => set({ networks: currentTarget.value })}
            />
          </label>
          <p id={`${id}-networks-help`} className="group-help">
            {t('groups.networksHelp')}
          </p>
          {problem('networks')}
        </div>
      </div>
    </FormDialog>
  )
}
