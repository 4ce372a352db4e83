import { useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import type { Group } from '../cells.ts'
import { EffectList } from '../effect-list.tsx'
import { useSaveRights } from '../use-save-rights.ts'
import { ChangeList } from './change-list.tsx'
import { cellKey, changesIn, type Grants, gainingOriginal } from './matrix-model.ts'
import type { MatrixEdits } from './use-matrix.ts'

const SHOWN_MAX = 200

interface SummaryDialogProps {
  readonly roomId: number
  readonly groups: readonly Group[]
  readonly grants: Grants
  readonly edits: MatrixEdits
  readonly onClose: () => void
}

export function SummaryDialog({ roomId, groups, grants, edits, onClose }: SummaryDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dialogs = useDialogs()
  const save = useSaveRights(roomId)
  const [isSaving, setSaving] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const made = changesIn(grants, edits.edits)
  const listed = made.changes.slice(0, SHOWN_MAX).map(({ groupId, itemId, level }) => {
    const edit = edits.edits.get(cellKey(groupId, itemId))
    return {
      group: groups.find((group) => group.id === groupId),
      itemId,
      path: [...(edit?.row.path.map(({ name }) => name) ?? []), edit?.row.name].join(' / '),
      before: grants.get(cellKey(groupId, itemId))?.level ?? null,
      level,
    }
  })
  const submit = async () => {
    const gaining = gainingOriginal(grants, edits.edits, groups, systemClock.now())
    if (gaining.length > 0) {
      const detail = <p className="modal-text meta">{gaining.map(({ name }) => name).join(', ')}</p>
      if (
        !(await dialogs.confirm({
          tone: 'check',
          text: t('rights.originalConfirm'),
          detail,
          confirmLabel: t('rights.save'),
        }))
      )
        return
    }
    setSaving(true)
    const result = await save(made)
    setSaving(false)
    setOutdated(result === 'outdated')
    if (result !== 'saved') return
    edits.drop()
    onClose()
  }
  const count = made.changes.length
  const tooMany = count > LIMITS.grantsPerCall ? t('rights.tooMany') : undefined
  return (
    <Modal size="wide" labelledBy={id} onDismiss={onClose}>
      <h2 id={id} className="title">
        {t('matrix.summary', { count })}
      </h2>
      {isOutdated && (
        <p className="rights-notice" role="alert">
          {t('rights.outdated')}
        </p>
      )}
      <ChangeList changes={listed} count={count} />
      <div className="modal-buttons rights-foot">
        {tooMany === undefined && (
          <EffectList roomId={roomId} groups={groups} changes={made.changes} />
        )}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          isBusy={isSaving}
          blockedBecause={count === 0 ? t('rights.nothingChanged') : tooMany}
          onClick={() => void submit()}
        >
          {t('rights.save')}
        </Button>
      </div>
    </Modal>
  )
}
