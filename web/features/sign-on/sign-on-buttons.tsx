import './sign-on.css'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { providers, SIGN_ON_PATH } from '../../../contract/features/session/sign-on.ts'
import type { SignOnProvider } from '../../../contract/features/session/sign-on-provider.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Renders nothing until providers are known. PIN entry is always possible here. */
export function SignOnButtons({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const [offered, setOffered] = useState<readonly SignOnProvider[]>([])
  useEffect(() => {
    const left = new AbortController()
    api.call(providers, {}, { signal: left.signal }).then(setOffered, () => undefined)
    return () => left.abort()
  }, [api])
  if (offered.length === 0) return null
  return (
    <section className="sign-on" aria-label={t('signOn.other')}>
      <p className="meta sign-on-or">{t('signOn.other')}</p>
      {offered.map(({ id, name }) => (
        <a
          key={id}
          className={buttonClass({ size: 'large' })}
          href={`${BASE_PATH}${SIGN_ON_PATH}/${id}/start`}
          onClick={onLeave}
        >
          <KeyRound aria-hidden="true" />
          {t('signOn.by', { name: name[language] })}
        </a>
      ))}
    </section>
  )
}
