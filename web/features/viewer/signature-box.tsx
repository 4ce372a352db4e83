import './signature-box.css'
import { useTranslation } from '../../lib/i18n.ts'

/** The reader's own signature and seal. Both are made in the composing tool: until then their places are empty. */
export function SignatureBox() {
  const { t } = useTranslation()
  return (
    <section className="viewer-signature" aria-label={t('viewer.signatures')}>
      <h3>{t('viewer.signatures')}</h3>
      <span className="viewer-signature-slot">{t('viewer.noSignature')}</span>
      <span className="viewer-signature-slot">{t('viewer.noSeal')}</span>
    </section>
  )
}
