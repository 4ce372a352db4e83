import {
  Ban,
  BellRing,
  Copy,
  Download,
  Eye,
  FileSpreadsheet,
  FolderDown,
  RotateCw,
  Send,
  Settings2,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { isOut, isSignedByAll, type Template } from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { BulkDialog } from '../people/bulk-dialog.tsx'
import { InviteDialog } from '../people/invite-dialog.tsx'
import { go } from '../place.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { RemoveSignedDialog } from './remove-signed-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import type { useDocumentCalls } from './use-document-calls.ts'

interface DocumentActionsProps {
  readonly roomId: number
  readonly template: Template
  readonly calls: ReturnType<typeof useDocumentCalls>
  readonly onPreview: () => void
}

export function DocumentActions({ roomId, template, calls, onPreview }: DocumentActionsProps) {
  const { t } = useTranslation()
  const { templateId, status, participants } = template
  const [dialog, setDialog] = useState<'invite' | 'bulk' | 'keep' | 'settings' | 'remove'>()
  const close = () => setDialog(undefined)
  const blockedBecause = usePhaseBlock('compose.write')
  const hasFields = template.boxes.length > 0
  const hasOneSigner = participants.filter(({ type }) => type === 'SIGNER').length === 1
  return (
    <fieldset className="document-actions" aria-label={t('compose.actions')}>
      {status === 'DRAFT' && (
        <>
          <Button
            variant={hasFields ? 'plain' : 'primary'}
            icon={SquarePen}
            blockedBecause={blockedBecause}
            onClick={() => go({ kind: 'edit', id: templateId, isFromPreview: false })}
          >
            {t('compose.edit')}
          </Button>
          <Button
            variant={hasFields ? 'primary' : 'plain'}
            icon={Send}
            blockedBecause={blockedBecause}
            onClick={() => setDialog('invite')}
          >
            {t('compose.invite')}
          </Button>
          <Button
            icon={FileSpreadsheet}
            blockedBecause={
              blockedBecause ?? (hasOneSigner ? undefined : t('compose.bulkOneSigner'))
            }
            onClick={() => setDialog('bulk')}
          >
            {t('compose.bulk')}
          </Button>
          <Button
            variant="quiet"
            icon={Settings2}
            blockedBecause={blockedBecause}
            onClick={() => setDialog('settings')}
          >
            {t('compose.settings')}
          </Button>
        </>
      )}
      {status === 'COMPLETED' && (
        <>
          <Button
            variant="primary"
            icon={Download}
            isBusy={calls.isBusy}
            onClick={() => void calls.download()}
          >
            {t('compose.download')}
          </Button>
          <Button
            icon={FolderDown}
            blockedBecause={blockedBecause}
            onClick={() => setDialog('keep')}
          >
            {t('compose.keep')}
          </Button>
        </>
      )}
      {status === 'FAILED' && (
        <Button
          variant="primary"
          icon={RotateCw}
          blockedBecause={blockedBecause}
          isBusy={calls.isBusy}
          onClick={() => void calls.sealAgain()}
        >
          {t('compose.sealAgain')}
        </Button>
      )}
      {status === 'SENT' && (
        <>
          {/* A reminder emails everyone. */}
          <Button
            icon={BellRing}
            blockedBecause={blockedBecause}
            isBusy={calls.isBusy}
            onClick={() => void calls.remind()}
          >
            {t('compose.remind')}
          </Button>
          <Button
            icon={Ban}
            blockedBecause={blockedBecause}
            isBusy={calls.isBusy}
            onClick={() => void calls.cancel()}
          >
            {t('compose.cancelSigning')}
          </Button>
        </>
      )}
      <Button variant="quiet" icon={Eye} onClick={onPreview}>
        {t('compose.preview')}
      </Button>
      <Button
        variant="quiet"
        icon={Copy}
        blockedBecause={blockedBecause}
        isBusy={calls.isBusy}
        onClick={() => void calls.copy()}
      >
        {t('compose.copy')}
      </Button>
      {!isOut(template.status) && (
        <Button
          variant="danger"
          icon={Trash2}
          blockedBecause={blockedBecause}
          isBusy={calls.isBusy}
          onClick={() =>
            isSignedByAll(template.status) ? setDialog('remove') : void calls.remove()
          }
        >
          {t('compose.delete')}
        </Button>
      )}
      {dialog === 'invite' && <InviteDialog template={template} onClose={close} />}
      {dialog === 'settings' && <SettingsDialog template={template} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveSignedDialog template={template} onRemove={calls.remove} onClose={close} />
      )}
      {dialog === 'bulk' && <BulkDialog template={template} onClose={close} />}
      {dialog === 'keep' && <KeepDialog roomId={roomId} onKeep={calls.keep} onClose={close} />}
    </fieldset>
  )
}
