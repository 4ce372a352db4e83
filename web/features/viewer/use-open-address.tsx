import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'

/** What a document may lead to. The server tells no other; this is asked of it once more where it would do harm. */
const SCHEMES = ['http:', 'https:', 'mailto:']

const isHarmless = (address: string): boolean => URL.canParse(address) && SCHEMES.includes(new URL(address).protocol)

/** Asks before the room is left, showing where to; what opens learns nothing of the room. */
export function useOpenAddress(): (address: string) => Promise<void> {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return async (address) => {
    if (!isHarmless(address)) return dialogs.alert({ tone: 'check', text: t('viewer.linkRefused') })
    const detail = (
      <p className="modal-text viewer-address" dir="ltr">
        {address}
      </p>
    )
    const agreed = await dialogs.confirm({ tone: 'check', text: t('viewer.linkAsk'), detail, confirmLabel: t('viewer.linkOpen') })
    if (!agreed) return
    const anchor = Object.assign(document.createElement('a'), { href: address, target: '_blank', rel: 'noopener noreferrer' })
    anchor.click()
  }
}
