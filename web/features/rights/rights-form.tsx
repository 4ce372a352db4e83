import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import { usePhaseBlock } from '../../room/room-access.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { type Choice, changesOf, type Draft, gainsOriginal } from './cells.ts'
import { EffectList } from './effect-list.tsx'
import { GroupRow } from './group-row.tsx'
import { useCells } from './rights-query.ts'
import { useSaveRights } from './use-save-rights.ts'

interface RightsFormProps {
  readonly roomId: number
  readonly subjects: readonly RightsSubject[]
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onSaved: () => void
  readonly onCancel: () => void
}

export function RightsForm({
  roomId,
  subjects,
  draft,
  onDraft,
  onSaved,
  onCancel,
}: RightsFormProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const query = useCells(roomId, subjects)
  const save = useSaveRights(roomId)
  const frozen = usePhaseBlock('rights.manage')
  const [isSaving, setSaving] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const rows = query.data ?? []
  const made = changesOf(rows, draft)

  const choose = (groupId: number, choice: Choice | undefined) => {
    const next = new Map(draft)
    if (choice) next.set(groupId, choice)
    else next.delete(groupId)
    onDraft(next)
  }
  const submit = async () => {
    const gaining = gainsOriginal(rows, draft)
    if (gaining.length > 0) {
      const text = t('rights.originalConfirm')
      const detail = <p className="modal-text meta">{gaining.map(({ name }) => name).join(', ')}</p>
      if (!(await dialogs.confirm({ tone: 'check', text, detail, confirmLabel: t('rights.save') })))
        return
    }
    setSaving(true)
    const result = await save(made)
    setSaving(false)
    setOutdated(result === 'outdated')
    if (result === 'saved') onSaved()
  }
  return (
    <>
      <p className="rights-help meta">
        {t(subjects.some(({ id }) => id === 0) ? 'rights.helpRoot' : 'rights.help')}
      </p>
      {isOutdated && (
        <p className="rights-notice" role="alert">
          {t('rights.outdated')}
        </p>
      )}
      {query.data ? (
        <ul className="rights-rows" aria-label={t('rights.groups')}>
          {rows.map(({ group, cells }) => (
            <GroupRow
              key={group.id}
              group={group}
              cells={cells}
              choice={draft.get(group.id)}
              isBlocked={frozen !== undefined}
              onChoice={(choice) => choose(group.id, choice)}
            />
          ))}
        </ul>
      ) : (
        <QueryState query={query} count={3} />
      )}
      <Foot>
        <EffectList
          roomId={roomId}
          groups={rows.map(({ group }) => group)}
          changes={made.changes}
        />
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={isSaving}
          blockedBecause={
            frozen ?? reasonOf(made.changes.length, t('rights.nothingChanged'), t('rights.tooMany'))
          }
          onClick={() => void submit()}
        >
          {t('rights.save')}
        </Button>
      </Foot>
    </>
  )
}

function reasonOf(count: number, none: string, many: string): string | undefined {
  if (count === 0) return none
  return count > LIMITS.grantsPerCall ? many : undefined
}

const Foot = ({ children }: { readonly children: ReactNode }) => (
  <div className="modal-buttons rights-foot">{children}</div>
)
