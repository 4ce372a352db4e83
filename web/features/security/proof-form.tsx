import { useState } from 'react'
import { mailCode, prove, type Security } from '../../../contract/features/session/second-step.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { proveByPasskey, useSecurityChange } from './security-query.ts'

/** Somebody else may find an open session, so another proof is required. */
export function ProofForm({ ways }: Pick<Security, 'ways'>) {
  const { t } = useTranslation()
  const [isMailed, setMailed] = useState(false)
  const mailing = useSecurityChange((api) => api.call(mailCode, {}))
  const proving = useSecurityChange(
    (api, proof: { readonly by: 'mail' | 'app'; readonly code: string }) =>
      api.call(prove, { body: { proof } }),
  )
  const byPasskey = useSecurityChange((api) => proveByPasskey(api))
  return (
    <section className="security-proof" aria-label={t('security.proof')}>
      <p className="meta">{t('security.proofHelp')}</p>
      {ways.includes('app') && (
        <CodeForm
          label={t('security.appCode')}
          sendLabel={t('security.check')}
          isBusy={proving.isPending}
          maxLength={7}
          onSend={(code) => proving.mutate({ by: 'app', code })}
        />
      )}
      {isMailed && (
        <CodeForm
          label={t('security.mailedCode')}
          sendLabel={t('security.check')}
          isBusy={proving.isPending}
          maxLength={9}
          onSend={(code) => proving.mutate({ by: 'mail', code })}
        />
      )}
      <div className="security-row">
        {ways.includes('passkey') && (
          <Button
            size="small"
            isBusy={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined)}
          >
            {t('security.byPasskey')}
          </Button>
        )}
        {ways.includes('mail') && (
          <Button
            size="small"
            isBusy={mailing.isPending}
            onClick={() => mailing.mutate(undefined, { onSuccess: () => setMailed(true) })}
          >
            {t(isMailed ? 'security.mailAgain' : 'security.mailCode')}
          </Button>
        )}
      </div>
    </section>
  )
}
