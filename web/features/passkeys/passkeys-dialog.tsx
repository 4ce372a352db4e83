import './passkeys-dialog.css'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PASSKEYS_PER_MEMBER } from '../../../contract/features/passkeys.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { ListDialog } from '../../ui/dialog/list-dialog.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { NameForm } from './name-form.tsx'
import {
  addPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  usePasskeyChange,
  usePasskeys,
} from './passkeys-query.ts'

export function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const query = usePasskeys()
  const passkeys = query.data
  return (
    <ListDialog
      title={t('passkeys.title')}
      help={t('passkeys.help')}
      query={query}
      rows={passkeys}
      count={2}
      empty={{ icon: KeyRound, text: t('passkeys.empty') }}
      row={(passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onGone={() => close.current?.focus()} />
      )}
      below={passkeys && <Adding count={passkeys.length} />}
      closeRef={close}
      onClose={onClose}
    />
  )
}

function Adding({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isNaming, setIsNaming] = useState(false)
  const [isDeclined, setIsDeclined] = useState(false)
  const button = useReturnedFocus(isNaming)
  const adding = usePasskeyChange(addPasskey)
  const add = async (name: string) => {
    setIsDeclined(false)
    try {
      const added = await adding.mutateAsync(name)
      if (added === 'declined') return setIsDeclined(true)
      if (added === 'known')
        return await dialogs.alert({ tone: 'check', text: t('passkeys.known') })
      setIsNaming(false)
      toast(t('passkeys.added', { name: added.name }))
    } catch (error) {
      await alertError(error)
    }
  }
  return (
    <div className="passkeys-add">
      {isNaming ? (
        <NameForm
          initial={t('passkeys.newName', { number: count + 1 })}
          saveLabel={t('passkeys.make')}
          isBusy={adding.isPending}
          onSave={(name) => void add(name)}
          onCancel={() => setIsNaming(false)}
        />
      ) : (
        <Button
          ref={button}
          icon={Plus}
          blockedBecause={
            count < PASSKEYS_PER_MEMBER
              ? undefined
              : t('passkeys.full', { limit: PASSKEYS_PER_MEMBER })
          }
          onClick={() => {
            setIsDeclined(false)
            setIsNaming(true)
          }}
        >
          {t('passkeys.add')}
        </Button>
      )}
      <p className="meta" role="status">
        {isNaming && (isDeclined ? t('passkeys.declined') : t('passkeys.makeHelp'))}
      </p>
    </div>
  )
}

function useReturnedFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onGone: () => void
}

function PasskeyRow({ passkey, onGone }: PasskeyRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isNaming, setIsNaming] = useState(false)
  const button = useReturnedFocus(isNaming)
  const renaming = usePasskeyChange(renamePasskey)
  const removing = usePasskeyChange(removePasskey)
  const { id, name, createdAt, usedAt } = passkey

  const rename = (typed: string) => {
    if (typed === name) setIsNaming(false)
    else
      renaming.mutate(
        { id, name: typed },
        { onSuccess: () => setIsNaming(false), onError: (error) => void alertError(error) },
      )
  }
  const remove = async () => {
    const text = t('passkeys.removeConfirm', { name })
    if (
      removing.isPending ||
      !(await dialogs.confirm({ tone: 'check', text, confirmLabel: t('passkeys.remove') }))
    )
      return
    try {
      await removing.mutateAsync(passkey)
      toast(t('passkeys.removed', { name }))
    } catch (error) {
      await alertError(error)
    }
    onGone()
  }
  if (isNaming) {
    return (
      <li className="passkey">
        <NameForm
          initial={name}
          saveLabel={t('passkeys.save')}
          isBusy={renaming.isPending}
          onSave={rename}
          onCancel={() => setIsNaming(false)}
        />
      </li>
    )
  }
  return (
    <li className="passkey">
      <div className="passkey-text">
        <span className="passkey-title">{name}</span>
        <span className="meta numbers">
          {t('passkeys.created', { date: formatInstant(createdAt, language) })}
        </span>
        <span className="meta numbers">
          {usedAt === null
            ? t('passkeys.unused')
            : t('passkeys.used', { date: formatInstant(usedAt, language) })}
        </span>
      </div>
      <IconButton
        ref={button}
        icon={Pencil}
        size="small"
        label={t('passkeys.renameOf', { name })}
        tip={t('passkeys.rename')}
        onClick={() => setIsNaming(true)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={t('passkeys.removeOf', { name })}
        tip={t('passkeys.remove')}
        isBusy={removing.isPending}
        onClick={() => void remove()}
      />
    </li>
  )
}
