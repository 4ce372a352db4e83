import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import {
  accounts,
  CONSOLE_SIGN_ON_PATH,
} from '../../../contract/features/console/console-session.ts'
import type { SignOnProvider } from '../../../contract/features/session/sign-on-provider.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'

export function AccountButtons({
  label,
}: {
  readonly label: 'console.signOnBy' | 'console.acceptBy'
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const [offered, setOffered] = useState<readonly SignOnProvider[]>([])
  useEffect(() => {
    const left = new AbortController()
    api.call(accounts, {}, { signal: left.signal }).then(setOffered, () => undefined)
    return () => left.abort()
  }, [api])
  if (offered.length === 0) return null
  return (
    <>
      <p className="meta console-or">{t('console.signOnOr')}</p>
      {offered.map(({ id, name }) => (
        <a
          key={id}
          className={buttonClass({ size: 'large' })}
          href={`${BASE_PATH}${CONSOLE_SIGN_ON_PATH}/${id}/start`}
        >
          <Building2 aria-hidden="true" />
          {t(label, { name: name[language] })}
        </a>
      ))}
    </>
  )
}
