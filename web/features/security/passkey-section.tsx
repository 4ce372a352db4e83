import { type FormEvent, useId, useState } from 'react'
import { PASSKEYS_PER_MEMBER } from '../../../contract/features/passkeys.ts'
import { removePasskey, type Security } from '../../../contract/features/session/second-step.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { makeNewPasskey, useSecurityChange } from './security-query.ts'

interface PasskeySectionProps extends Pick<Security, 'passkeys' | 'origin'> {
  readonly blockedBecause: string | undefined
}

export function PasskeySection({ passkeys, origin, blockedBecause }: PasskeySectionProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const dialogs = useDialogs()
  const toast = useToast()
  const removing = useSecurityChange((api, id: number) => api.call(removePasskey, { body: { id } }))
  const isHere = origin === window.location.origin && 'PublicKeyCredential' in window
  if (!isHere && passkeys.length === 0) return null
  const isFull = passkeys.filter(({ raises }) => !raises).length >= PASSKEYS_PER_MEMBER
  const remove = async ({ id, name }: Security['passkeys'][number]) => {
    const question = {
      tone: 'check',
      text: t('security.passkeyRemoveConfirm', { name }),
      confirmLabel: t('security.remove'),
    } as const
    if (await dialogs.confirm(question))
      removing.mutate(id, { onSuccess: () => toast(t('security.passkeyRemoved', { name })) })
  }
  return (
    <section className="security-section">
      <h3>{t('security.passkeys')}</h3>
      <p className="meta">{t('security.passkeysHelp')}</p>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="security-item">
            <span>
              {passkey.name}{' '}
              <span className="meta numbers">
                {t('security.added', { date: formatInstant(passkey.createdAt, language) })}
                {passkey.raises && ` · ${t('security.passkeyRaises')}`}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t('security.removeOf', { name: passkey.name })}
              blockedBecause={blockedBecause}
              onClick={() => void remove(passkey)}
            >
              {t('security.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {isHere && !isFull && <NewPasskey count={passkeys.length} blockedBecause={blockedBecause} />}
      {isHere && isFull && (
        <p className="meta">{t('security.passkeysFull', { limit: PASSKEYS_PER_MEMBER })}</p>
      )}
    </section>
  )
}

function NewPasskey({
  count,
  blockedBecause,
}: Pick<PasskeySectionProps, 'blockedBecause'> & { readonly count: number }) {
  const { t } = useTranslation()
  const id = useId()
  const toast = useToast()
  const [name, setName] = useState(t('security.passkeyName', { number: count + 1 }))
  const adding = useSecurityChange((api, given: string) => makeNewPasskey(api, given))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.normalize('NFC').trim()
    if (adding.isPending || blockedBecause !== undefined || typed === '') return
    adding.mutate(typed, {
      onSuccess: (outcome) =>
        outcome === 'added' && toast(t('security.passkeyAdded', { name: typed })),
    })
  }
  return (
    <form className="security-code" onSubmit={submit} noValidate>
      <label className="meta" htmlFor={id}>
        {t('security.passkeyNamed')}
      </label>
      <div className="security-row">
        <input
          id={id}
          className="field field-small"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          size="small"
          isBusy={adding.isPending}
          blockedBecause={blockedBecause}
        >
          {t('security.passkeyAdd')}
        </Button>
      </div>
      <p className="meta" role="status">
        {adding.data === 'declined' && t('security.declined')}
        {adding.data === 'known' && t('security.known')}
      </p>
    </form>
  )
}
