import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { type ArchiveScope, prepare } from '../../../../contract/features/archive.ts'
import { useApi, useErrorText } from '../../../lib/api-context.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { problemOfCode } from '../../../lib/operator-code.ts'
import { useBusy } from '../../../ui/busy.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import { useTellError } from '../../../ui/use-tell-error.ts'
import { CodeEntry } from '../code-entry.tsx'
import { useSubmit } from '../use-submit.ts'
import { archivesQuery } from './archives-query.ts'
import { NO_PROTECTION, protectionOf } from './protection.ts'
import { ProtectionFields } from './protection-fields.tsx'

interface PrepareDialogProps {
  readonly roomId: number
  readonly scope: ArchiveScope
  readonly onClose: () => void
}

const WRONG = { passphrase: 'archive.passphraseShort', again: 'archive.passphraseDiffers', recipient: 'archive.recipientWrong' } as const

/** Asks how an archive is protected, and for one of the room, of which originals leave, for the operator code. */
export function PrepareDialog({ roomId, scope, onClose }: PrepareDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const tellError = useTellError()
  const sealField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const [entry, setEntry] = useState(NO_PROTECTION)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState({ seal: '', code: '' })
  const needsCode = scope === 'room'

  const refuseSeal = (text: string) => {
    setProblem({ seal: text, code: '' })
    sealField.current?.focus()
  }
  const refuseCode = (text: string) => {
    setProblem({ seal: '', code: text })
    setCode('')
    codeField.current?.focus()
  }
  const onSubmit = useSubmit(async () => {
    const given = protectionOf(entry)
    if ('wrong' in given) return refuseSeal(t(WRONG[given.wrong], { min: LIMITS.archivePassphraseMin }))
    const wrongCode = needsCode ? problemOfCode(code) : undefined
    if (wrongCode) return refuseCode(t(`gate.${wrongCode}`))
    try {
      await block(api.call(prepare, { body: { roomId, scope, ...(needsCode ? { code } : {}), protection: given.protection } }))
      toast(t('archive.started'))
      onClose()
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : undefined
      if (refused === 'CODE_DIFFERS') return refuseCode(errorText(error))
      // Its letters are those of a key, its checksum is not.
      if (refused === 'BAD_REQUEST' && given.protection?.kind === 'age') return refuseSeal(t('archive.recipientWrong'))
      await tellError(error)
    }
    void queries.invalidateQueries({ queryKey: archivesQuery(api, roomId).queryKey })
  })
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-help`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('archive.prepareTitle')}
      </h2>
      <p id={`${id}-help`} className="meta ending-help">
        {t('archive.prepareHelp')}
      </p>
      <form className="ending-form" autoComplete="off" noValidate onSubmit={onSubmit}>
        <ProtectionFields
          entry={entry}
          onEntry={(next) => {
            setEntry(next)
            setProblem({ seal: '', code: '' })
          }}
          problem={problem.seal}
          field={sealField}
        />
        {needsCode && (
          <CodeEntry
            label={t('archive.code')}
            help={t('archive.codeHelp')}
            value={code}
            problem={problem.code}
            inputRef={codeField}
            onValue={(value) => {
              setCode(value)
              setProblem({ seal: '', code: '' })
            }}
          />
        )}
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('archive.begin')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
