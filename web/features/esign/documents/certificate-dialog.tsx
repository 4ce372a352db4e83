import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { certificate } from '../../../../contract/features/compose.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { COMPOSE_KEY } from '../queries.ts'

export function CertificateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTranslation()
  const id = useId()
  const api = useApi()
  const asked = useQuery({
    queryKey: [...COMPOSE_KEY, 'certificate'],
    queryFn: ({ signal }) => api.call(certificate, {}, { signal }),
  })
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('compose.certificate')}
      </h2>
      <p id={`${id}-text`} className="modal-text">
        {t('compose.certificateText')}
      </p>
      {!asked.data && <QueryState query={asked} count={4} />}
      {asked.data && (
        <>
          <dl className="document-hashes">
            <dt className="meta">{t('compose.certificateSubject')}</dt>
            <dd>{asked.data.subject}</dd>
            <dt className="meta">{t('compose.certificateFingerprint')}</dt>
            <dd>{asked.data.fingerprint}</dd>
            <dt className="meta">{t('compose.certificateUntil')}</dt>
            <dd>{formatInstant(asked.data.notAfter, language)}</dd>
            <dt className="meta">{t('compose.certificateIssuer')}</dt>
            <dd>
              {t(
                asked.data.selfSigned
                  ? 'compose.certificateSelfSigned'
                  : 'compose.certificateIssued',
              )}
            </dd>
          </dl>
          <p className="modal-text">
            {t(asked.data.selfSigned ? 'compose.certificateTrustSelf' : 'compose.certificateTrust')}
          </p>
          <Button
            icon={Download}
            onClick={() =>
              saveFile(
                new File([asked.data.pem], 'certificate.pem', { type: 'application/x-pem-file' }),
              )
            }
          >
            {t('compose.certificateSave')}
          </Button>
        </>
      )}
      <ModalClose onClick={onClose}>{t('common.confirm')}</ModalClose>
    </Modal>
  )
}
