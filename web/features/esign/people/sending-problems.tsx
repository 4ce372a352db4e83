import type { Template } from '../../../../contract/features/composed.ts'
import { type SendBlocker, sendBlocker } from '../../../../contract/features/send-blocker.ts'
import { useTranslation } from '../../../lib/i18n.ts'

/** Sending invalidates existing signatures of the PDF. */
export function SendingProblems({ template }: { readonly template: Template }) {
  const { t } = useTranslation()
  const blocker = sendBlocker(template)
  return (
    <>
      {blocker && <BlockerText blocker={blocker} />}
      {template.wasSigned && <p>{t('compose.wasSigned')}</p>}
    </>
  )
}

function BlockerText({ blocker }: { readonly blocker: SendBlocker }) {
  const { t } = useTranslation()
  if (blocker.code === 'SIGN_NOBODY') return <p>{t('compose.noSigner')}</p>
  if (blocker.code === 'SIGN_BOX_OF_NOBODY')
    return <p>{t('compose.boxWithoutSigner', { count: blocker.count })}</p>
  return <p>{t('compose.signerWithoutBox', { name: blocker.names.join(', ') })}</p>
}
