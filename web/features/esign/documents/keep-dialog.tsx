import { useId, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useRoomItems } from '../queries.ts'
import { FolderRows } from './folder-rows.tsx'

interface KeepDialogProps {
  readonly roomId: number
  readonly onKeep: (parent: number) => Promise<void>
  readonly onClose: () => void
}

export function KeepDialog({ roomId, onKeep, onClose }: KeepDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [folder, setFolder] = useState({ id: 0, name: t('compose.root') })
  const listed = useRoomItems(roomId, folder.id, '')
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.keepTitle')}: {folder.name}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t('compose.keepText')}
      </p>
      <div className="keep-folders">
        <FolderRows
          listed={listed}
          onFolder={setFolder}
          row={() => undefined}
          empty={<p className="meta menu-empty">{t('compose.noFolders')}</p>}
        />
      </div>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose()
            void onKeep(folder.id)
          }}
        >
          {t('compose.keepHere')}
        </Button>
      </div>
    </Modal>
  )
}
