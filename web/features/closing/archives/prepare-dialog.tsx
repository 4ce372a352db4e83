import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { type ArchiveScope, prepare } from '../../../../contract/features/archive.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { groupsQuery } from '../../../room/groups.ts'
import { problemOfCode } from '../../../room/operator-code.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useSubmit } from '../../../ui/dialog/use-submit.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { ConfirmingCode } from '../confirming-code.tsx'
import { archivesQuery } from './archives-query.ts'
import { NO_PROTECTION, protectionOf } from './protection.ts'
import { ProtectionFields } from './protection-fields.tsx'

interface PrepareDialogProps {
  readonly roomId: number
  readonly scope: ArchiveScope
  readonly onClose: () => void
}

const WHOLE = 0
const WRONG = {
  passphrase: 'archive.passphraseShort',
  again: 'archive.passphraseDiffers',
  recipient: 'archive.recipientWrong',
} as const

/** A room archive contains originals. */
export function PrepareDialog({ roomId, scope, onClose }: PrepareDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const queries = useQueryClient()
  const block = useBusy()
  const toast = useToast()
  const errorText = useErrorText()
  const alertError = useErrorAlert()
  const protectionField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const [entry, setEntry] = useState(NO_PROTECTION)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState({ seal: '', code: '' })
  const needsCode = scope === 'room'
  const groups = useQuery({ ...groupsQuery(api, roomId), enabled: needsCode })
  const [groupId, setGroupId] = useState(WHOLE)

  const refuseProtection = (text: string) => {
    setProblem({ seal: text, code: '' })
    protectionField.current?.focus()
  }
  const refuseCode = (text: string) => {
    setProblem({ seal: '', code: text })
    setCode('')
    codeField.current?.focus()
  }
  const onSubmit = useSubmit(async () => {
    const given = protectionOf(entry)
    if ('wrong' in given)
      return refuseProtection(t(WRONG[given.wrong], { min: LIMITS.archivePassphraseMin }))
    const wrongCode = needsCode ? problemOfCode(code) : undefined
    if (wrongCode) return refuseCode(t(`gate.${wrongCode}`))
    const ofGroup = groupId === WHOLE ? {} : { groupId }
    try {
      await block(
        api.call(prepare, {
          body: {
            roomId,
            scope,
            ...ofGroup,
            ...(needsCode ? { code } : {}),
            protection: given.protection,
          },
        }),
      )
      toast(t('archive.started'))
      onClose()
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : undefined
      if (refused === 'CODE_DIFFERS') return refuseCode(errorText(error))
      // The key's characters are valid but its checksum is not.
      if (refused === 'BAD_REQUEST' && given.protection?.kind === 'age')
        return refuseProtection(t('archive.recipientWrong'))
      await alertError(error)
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
        {groups.data && groups.data.length > 1 && (
          <SelectField
            label={t('archive.contents')}
            chosen={groupId}
            options={[
              { id: WHOLE, label: t('archive.wholeRoom') },
              ...groups.data.map(({ id: value, name }) => ({
                id: value,
                label: t('archive.ofGroup', { name }),
              })),
            ]}
            onChoose={setGroupId}
          />
        )}
        <ProtectionFields
          entry={entry}
          onEntry={(next) => {
            setEntry(next)
            setProblem({ seal: '', code: '' })
          }}
          problem={problem.seal}
          field={protectionField}
        />
        {needsCode && (
          <ConfirmingCode
            label={t('archive.code')}
            help={t('archive.codeHelp')}
            value={code}
            problem={problem.code || undefined}
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
