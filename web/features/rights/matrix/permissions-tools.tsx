import { FileDown, FileUp, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PastExportDialog } from './past-export-dialog.tsx'
import { useExport } from './use-export.ts'

interface PermissionsToolsProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly groups: readonly Group[]
}

/** The matrix as a spreadsheet, out and in. */
export function PermissionsTools({ roomId, roomName, groups }: PermissionsToolsProps) {
  const { t } = useTranslation()
  const frozen = usePhaseBlock('rights.manage')
  const exporting = useExport(roomId, roomName)
  const [file, setFile] = useState<File>()
  const [isOfPast, setOfPast] = useState(false)
  return (
    <>
      <div className="permissions-tools">
        <Button icon={FileDown} isBusy={exporting.isRunning} onClick={() => void exporting.save()}>
          {t('matrix.export')}
        </Button>
        <Button icon={History} onClick={() => setOfPast(true)}>
          {t('matrix.past')}
        </Button>
        <FileButton
          icon={FileUp}
          label={t('matrix.import')}
          accept=".xlsx"
          size="medium"
          blockedBecause={frozen}
          onFile={setFile}
        />
      </div>
      {isOfPast && <PastExportDialog onExport={exporting.past} onClose={() => setOfPast(false)} />}
      {file && (
        <ImportDialog
          roomId={roomId}
          file={file}
          groups={groups}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  )
}
