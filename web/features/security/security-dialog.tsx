import '../../ui/field/field.css'
import './security-dialog.css'
import { useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { AppSection } from './app-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { ProofForm } from './proof-form.tsx'
import { useSecurity } from './security-query.ts'

export function SecurityDialog({
  roomId,
  onClose,
}: {
  readonly roomId: number
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const query = useSecurity(roomId)
  const found = query.data
  const blockedBecause = found?.isOpen ? undefined : t('security.proofFirst')
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('sessions.security')}
      </h2>
      <p id={`${id}-help`} className="modal-text meta">
        {t('security.help')}
      </p>
      {!found && <QueryState query={query} count={2} />}
      {found && (
        <>
          {!found.isOpen && <ProofForm ways={found.ways} />}
          <AppSection app={found.app} blockedBecause={blockedBecause} />
          <PasskeySection
            passkeys={found.passkeys}
            origin={found.origin}
            blockedBecause={blockedBecause}
          />
        </>
      )}
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
