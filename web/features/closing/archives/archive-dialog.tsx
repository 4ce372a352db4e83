import '../closing.css'
import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { ArchiveList } from './archive-list.tsx'
import { archivesQuery } from './archives-query.ts'
import { PrepareDialog } from './prepare-dialog.tsx'

const DAY_MS = 24 * 3_600_000

interface ArchiveDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ArchiveDialog({ roomId, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const query = useQuery(archivesQuery(useApi(), roomId))
  const [isPreparing, setPreparing] = useState(false)
  const prepare = () => setPreparing(true)
  const own = query.data?.filter(({ scope, byMe }) => scope === 'own' && byMe)
  return (
    <>
      <Modal
        labelledBy={`${id}-title`}
        describedBy={`${id}-help`}
        initialFocus={close}
        onDismiss={onClose}
      >
        <h2 id={`${id}-title`} className="title">
          {t('archive.ownTitle')}
        </h2>
        <div id={`${id}-help`} className="ending-help">
          <p>{t('archive.ownHelp')}</p>
          <ul className="ending-list">
            <li>{t('archive.ownDocuments')}</li>
            <li>{t('archive.ownMessages')}</li>
            <li>{t('archive.ownSigned')}</li>
            <li>{t('archive.ownActivity')}</li>
            <li>{t('archive.ownIndex')}</li>
          </ul>
          <p className="meta">{t('archive.ownKept', { count: LIMITS.archiveMs / DAY_MS })}</p>
        </div>
        <QueryState query={query} count={1} />
        {own && <ArchiveList roomId={roomId} archives={own} onAgain={prepare} />}
        <div className="modal-buttons">
          <Button icon={PackagePlus} aria-haspopup="dialog" onClick={prepare}>
            {t('archive.ownPrepare')}
          </Button>
          <Button ref={close} variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </Modal>
      {isPreparing && (
        <PrepareDialog roomId={roomId} scope="own" onClose={() => setPreparing(false)} />
      )}
    </>
  )
}
