import './passkeys-dialog.css'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { PASSKEYS_PER_MEMBER } from '../../../contract/features/passkeys.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Modal } from '../../ui/modal.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { NameForm } from './name-form.tsx'
import { addPasskey, type Passkey, removePasskey, renamePasskey, usePasskeyChange, usePasskeys } from './passkeys-query.ts'

/** One's own passkeys: which there are, and what can be done with each. */
export function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const query = usePasskeys()
  const passkeys = query.data
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} initialFocus={close} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('passkeys.title')}
      </h2>
      <p id={`${id}-help`} className="meta">
        {t('passkeys.help')}
      </p>
      <QueryState query={query} count={2} />
      {passkeys?.length === 0 && (
        <div className="passkeys-none">
          <EmptyState icon={KeyRound} text={t('passkeys.empty')} />
        </div>
      )}
      {passkeys && passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onGone={() => close.current?.focus()} />
          ))}
        </ul>
      )}
      {passkeys && <Adding count={passkeys.length} />}
      <div className="modal-buttons">
        <Button ref={close} variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

/** The name comes first, so that the person knows it when the browser has asked. */
function Adding({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  const [isNaming, setIsNaming] = useState(false)
  const [isDeclined, setIsDeclined] = useState(false)
  const button = useReturnedFocus(isNaming)
  const adding = usePasskeyChange(addPasskey)
  const add = async (name: string) => {
    setIsDeclined(false)
    try {
      const added = await adding.mutateAsync(name)
      if (added === 'declined') return setIsDeclined(true)
      if (added === 'known') return await dialogs.alert({ tone: 'check', text: t('passkeys.known') })
      setIsNaming(false)
      toast(t('passkeys.added', { name: added.name }))
    } catch (error) {
      await tellError(error)
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
          blockedBecause={count < PASSKEYS_PER_MEMBER ? undefined : t('passkeys.full', { limit: PASSKEYS_PER_MEMBER })}
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

/** What opens a form has the focus again when that is closed. */
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
  /** The row and its buttons are gone. */
  readonly onGone: () => void
}

function PasskeyRow({ passkey, onGone }: PasskeyRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  const [isNaming, setIsNaming] = useState(false)
  const button = useReturnedFocus(isNaming)
  const renaming = usePasskeyChange(renamePasskey)
  const removing = usePasskeyChange(removePasskey)
  const { id, name, createdAt, usedAt } = passkey

  const rename = (typed: string) => {
    if (typed === name) setIsNaming(false)
    else renaming.mutate({ id, name: typed }, { onSuccess: () => setIsNaming(false), onError: (error) => void tellError(error) })
  }
  const remove = async () => {
    const text = t('passkeys.removeConfirm', { name })
    if (removing.isPending || !(await dialogs.confirm({ tone: 'check', text, confirmLabel: t('passkeys.remove') }))) return
    try {
      await removing.mutateAsync(passkey)
      toast(t('passkeys.removed', { name }))
    } catch (error) {
      await tellError(error)
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
        <span className="meta numbers">{t('passkeys.created', { date: formatInstant(createdAt, language) })}</span>
        <span className="meta numbers">
          {usedAt === null ? t('passkeys.unused') : t('passkeys.used', { date: formatInstant(usedAt, language) })}
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
