import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import type { Grants } from './matrix-model.ts'
import { SummaryDialog } from './summary-dialog.tsx'
import type { MatrixEdits } from './use-matrix.ts'

interface PermissionsFootProps {
  readonly roomId: number
  readonly groups: readonly Group[]
  readonly grants: Grants
  readonly edits: MatrixEdits
  readonly changeCount: number
}

/** Counts what is not saved yet, and takes it back or on to its review. */
export function PermissionsFoot({
  roomId,
  groups,
  grants,
  edits,
  changeCount,
}: PermissionsFootProps) {
  const { t } = useTranslation()
  const frozen = usePhaseBlock('rights.manage')
  const [isSaving, setSaving] = useState(false)
  const nothing = changeCount === 0 ? t('rights.nothingChanged') : undefined
  return (
    <>
      <div className="permissions-foot">
        <p className="meta permissions-keys">{t('matrix.keys')}</p>
        <p className="numbers" role="status">
          {changeCount > 0 && t('matrix.changed', { count: changeCount })}
        </p>
        <Button icon={Undo2} variant="quiet" blockedBecause={nothing} onClick={edits.undo}>
          {t('matrix.undoStep')}
        </Button>
        <Button blockedBecause={nothing} onClick={edits.drop}>
          {t('matrix.drop')}
        </Button>
        <Button
          variant="primary"
          blockedBecause={frozen ?? nothing}
          onClick={() => setSaving(true)}
        >
          {t('matrix.review')}
        </Button>
      </div>
      {isSaving && (
        <SummaryDialog
          roomId={roomId}
          groups={groups}
          grants={grants}
          edits={edits}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
