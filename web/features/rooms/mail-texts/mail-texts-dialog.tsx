import './mail-texts-dialog.css'
import '../../../ui/field/field.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { errorText } from '../../../../contract/core/errors.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { mailTextFault } from '../../../../contract/core/mails/mail-text-fault.ts'
import {
  MAIL_TEXT_KINDS,
  MAIL_TEXT_MAX,
  type MailTextKind,
} from '../../../../contract/core/mails/mail-texts.ts'
import type { BrandSettings } from '../../../../contract/features/rooms/brand.ts'
import { type MailTexts, read, update } from '../../../../contract/features/rooms/mail-texts.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Segments } from '../../../ui/field/segments.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { brandQuery } from '../brand/brand-query.ts'
import { roomQuery } from '../room-query.ts'
import { MailTextsPreview } from './mail-texts-preview.tsx'

const mailTextsQuery = (api: Api, roomId: number) =>
  queryOptions({
    queryKey: ['mailTexts', roomId],
    queryFn: ({ signal }) => api.call(read, { params: { roomId: String(roomId) } }, { signal }),
    // A refetch must not replace typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface MailTextsDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function MailTextsDialog({ roomId, onClose }: MailTextsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const api = useApi()
  const texts = useQuery(mailTextsQuery(api, roomId))
  const brand = useQuery(brandQuery(api, roomId))
  if (texts.data && brand.data)
    return <MailTextsForm roomId={roomId} known={texts.data} brand={brand.data} onClose={onClose} />
  return (
    <Modal labelledBy={`${id}-title`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('mailTexts.title')}
      </h2>
      <QueryState
        query={texts.isError ? texts : brand.isError ? brand : texts.isPending ? texts : brand}
        count={4}
      />
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Modal>
  )
}

function useSave(roomId: number, known: MailTexts) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert('error')
  const send = (texts: MailTexts) => api.call(update, { body: { id: roomId, texts } })
  const undo = () =>
    void send(known).then(
      () => toast(t('mailTexts.undone')),
      (error: unknown) => alertError(error),
    )
  return async (texts: MailTexts) => {
    await send(texts)
    toast({ text: t('mailTexts.saved'), action: { label: t('actions.undo'), onPress: undo } })
  }
}

interface MailTextsFormProps extends MailTextsDialogProps {
  readonly known: MailTexts
  readonly brand: BrandSettings
}

function MailTextsForm({ roomId, known, brand, onClose }: MailTextsFormProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const queries = useQueryClient()
  const [texts, setTexts] = useState(known)
  const [kind, setKind] = useState<MailTextKind>('invitation')
  const roomName = useQuery(roomQuery(api, roomId)).data?.roomName ?? ''
  const keep = useSave(roomId, known)
  const problemIn = (text: string): string | undefined => {
    const fault = mailTextFault(text.normalize('NFC'), brand.firm !== '')
    return fault && errorText(fault.code, language, 'found' in fault ? { found: fault.found } : {})
  }
  const save = async (): Promise<string | undefined> => {
    const wrong = MAIL_TEXT_KINDS.find((each) => Object.values(texts[each]).some(problemIn))
    if (wrong !== undefined) {
      setKind(wrong)
      return t('mailTexts.wrong', { kind: t(`mailTexts.${wrong}`) })
    }
    await keep(texts)
    onClose()
    queries.removeQueries({ queryKey: mailTextsQuery(api, roomId).queryKey })
    return undefined
  }
  const setText = (changes: Partial<MailTexts[MailTextKind]>) =>
    setTexts((current) => ({ ...current, [kind]: { ...current[kind], ...changes } }))
  const isOwn = texts[kind].ko !== '' || texts[kind].en !== ''
  return (
    <FormDialog
      title={t('mailTexts.title')}
      help={{ text: t('mailTexts.help'), className: 'meta' }}
      className="mail-texts-form"
      size="wide"
      submit={t('mailTexts.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Segments
        label={t('mailTexts.kind')}
        names={MAIL_TEXT_KINDS}
        chosen={kind}
        textOf={(each) => t(`mailTexts.${each}`)}
        onChoose={setKind}
      />
      <div className="mail-texts-columns">
        <div className="mail-texts-fields">
          {(['ko', 'en'] as const).map((each) => (
            <TextOf
              key={each}
              of={each}
              value={texts[kind][each]}
              problem={problemIn(texts[kind][each])}
              words={brand.firm === '' ? ['{name}', '{room}'] : ['{name}', '{room}', '{firm}']}
              onValue={(value) => setText({ [each]: value })}
            />
          ))}
          <p className="meta">
            {t('mailTexts.hint', { name: '{name}', room: '{room}', firm: '{firm}' })}
          </p>
          {isOwn && (
            <div>
              <Button size="small" icon={RotateCcw} onClick={() => setText({ ko: '', en: '' })}>
                {t('mailTexts.reset')}
              </Button>
            </div>
          )}
        </div>
        <MailTextsPreview kind={kind} text={texts[kind]} brand={brand} roomName={roomName} />
      </div>
    </FormDialog>
  )
}

interface TextOfProps {
  readonly of: Language
  readonly value: string
  readonly problem: string | undefined
  readonly words: readonly string[]
  readonly onValue: (value: string) => void
}

function TextOf({ of, value, problem, words, onValue }: TextOfProps) {
  const { t } = useTranslation()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [unfit, setUnfit] = useState<string>()
  const insert = (word: string) => {
    if (!area.current) return
    const { selectionStart, selectionEnd } = area.current
    const fits = value.length - (selectionEnd - selectionStart) + word.length <= MAIL_TEXT_MAX
    setUnfit(fits ? undefined : word)
    if (!fits) return
    area.current.setRangeText(word, selectionStart, selectionEnd, 'end')
    area.current.dispatchEvent(new InputEvent('input', { bubbles: true }))
    area.current.focus()
  }
  return (
    <div className="mail-texts-field">
      <div className="mail-texts-head">
        <label htmlFor={id}>{t(`mailTexts.text_${of}`)}</label>
        <fieldset aria-label={t(`mailTexts.words_${of}`)}>
          {words.map((word) => (
            <Button
              key={word}
              size="small"
              variant="quiet"
              aria-label={t('mailTexts.insert', { word })}
              onClick={() => insert(word)}
            >
              {word}
            </Button>
          ))}
        </fieldset>
      </div>
      <textarea
        ref={area}
        id={id}
        className="field"
        lang={of}
        rows={5}
        maxLength={MAIL_TEXT_MAX}
        value={value}
        placeholder={t('mailTexts.standard')}
        aria-describedby={`${id}-problem`}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => {
          setUnfit(undefined)
          onValue(currentTarget.value)
        }}
      />
      <div className="mail-texts-under">
        <p id={`${id}-problem`} role="status">
          {unfit === undefined
            ? problem
            : t('mailTexts.unfit', { word: unfit, max: MAIL_TEXT_MAX })}
        </p>
        <span className="meta numbers">
          {t('mailTexts.length', { count: value.length, max: MAIL_TEXT_MAX })}
        </span>
      </div>
    </div>
  )
}
