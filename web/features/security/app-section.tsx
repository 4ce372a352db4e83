import {
  confirmApp,
  removeApp,
  type Security,
  startApp,
} from '../../../contract/features/session/second-step.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { CodeForm } from './code-form.tsx'
import { QrCode } from './qr-code.tsx'
import { useSecurityChange } from './security-query.ts'

interface AppSectionProps extends Pick<Security, 'app'> {
  readonly blockedBecause: string | undefined
}

export function AppSection({ app, blockedBecause }: AppSectionProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const dialogs = useDialogs()
  const toast = useToast()
  const removing = useSecurityChange((api) => api.call(removeApp, {}))
  const remove = async () => {
    const question = {
      tone: 'check',
      text: t('security.appRemoveConfirm'),
      confirmLabel: t('security.remove'),
    } as const
    if (await dialogs.confirm(question))
      removing.mutate(undefined, { onSuccess: () => toast(t('security.appRemoved')) })
  }
  return (
    <section className="security-section">
      <h3>{t('security.app')}</h3>
      {app ? (
        <div className="security-item">
          <span className="meta numbers">
            {t('security.added', { date: formatInstant(app.createdAt, language) })}
            {app.usedAt !== null &&
              `, ${t('security.used', { date: formatInstant(app.usedAt, language) })}`}
          </span>
          <Button
            size="small"
            aria-label={t('security.appRemove')}
            blockedBecause={blockedBecause}
            onClick={() => void remove()}
          >
            {t('security.remove')}
          </Button>
        </div>
      ) : (
        <NewApp blockedBecause={blockedBecause} />
      )}
    </section>
  )
}

function NewApp({ blockedBecause }: Pick<AppSectionProps, 'blockedBecause'>) {
  const { t } = useTranslation()
  const toast = useToast()
  const starting = useSecurityChange((api) => api.call(startApp, {}))
  const confirming = useSecurityChange((api, code: string) =>
    api.call(confirmApp, { body: { code } }),
  )
  const drawn = starting.data
  if (!drawn) {
    return (
      <>
        <p className="meta">{t('security.appHelp')}</p>
        <Button
          size="small"
          isBusy={starting.isPending}
          blockedBecause={blockedBecause}
          onClick={() => starting.mutate(undefined)}
        >
          {t('security.appAdd')}
        </Button>
      </>
    )
  }
  return (
    <div className="security-new">
      <QrCode text={drawn.uri} label={t('security.qr')} />
      <div>
        <p className="meta">{t('security.scan')}</p>
        <p className="security-key numbers">{drawn.key.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <CodeForm
          label={t('security.appCode')}
          sendLabel={t('security.confirm')}
          isBusy={confirming.isPending}
          maxLength={7}
          onSend={(code) =>
            confirming.mutate(code, { onSuccess: () => toast(t('security.appAdded')) })
          }
        />
      </div>
    </div>
  )
}
