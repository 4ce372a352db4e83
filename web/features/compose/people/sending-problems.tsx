import type { Template } from '../../../../contract/features/composed.ts'
import { type Lack, lackOf } from '../../../../contract/features/lack.ts'
import { useTranslation } from '../../../lib/i18n.ts'

/** What stands against sending a draft, and what is broken by it; nothing where all is well. */
export function SendingProblems({ template }: { readonly template: Template }) {
  const { t } = useTranslation()
  const lack = lackOf(template)
  return (
    <>
      {lack && <LackText lack={lack} />}
      {template.wasSigned && <p>{t('compose.wasSigned')}</p>}
    </>
  )
}

function LackText({ lack }: { readonly lack: Lack }) {
  const { t } = useTranslation()
  if (lack.code === 'SIGN_NOBODY') return <p>{t('compose.noSigner')}</p>
  if (lack.code === 'SIGN_BOX_OF_NOBODY') return <p>{t('compose.boxWithoutSigner', { count: lack.count })}</p>
  return <p>{t('compose.signerWithoutBox', { name: lack.names.join(', ') })}</p>
}
